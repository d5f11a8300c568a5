import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { permissiveGuard } from './remote-path-guard'
import { findPackages } from './package-pins'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-pins-'))
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

const find = (command: string, args: readonly string[], env: Record<string, string> = {}) =>
  findPackages(
    { command, args, env: {}, cwd: folder, known: [], mayContact: false },
    { environment: { HOME: folder, ...env }, platform: process.platform, guard: permissiveGuard }
  )

async function install(root: string, version: string): Promise<void> {
  const place = path.join(root, 'node_modules', '@scope', 'tools')
  await mkdir(place, { recursive: true })
  await writeFile(path.join(place, 'package.json'), JSON.stringify({ version, bin: { tools: 'cli.js' } }))
  await writeFile(path.join(place, 'cli.js'), '')
  const packages = { 'node_modules/@scope/tools': { integrity: `sha512-${version}` } }
  await writeFile(path.join(root, 'node_modules', '.package-lock.json'), JSON.stringify({ packages }))
}

const cacheOf = (...specs: string[]) =>
  path.join(folder, '.npm', '_npx', createHash('sha512').update(specs.join('\n')).digest('hex').slice(0, 16))

describe('SEC-11-8 the package that a runner fetches', () => {
  test.each<[string, string[], object]>([
    ['npx', ['-y', 'tools@1.2.3'], { name: 'tools', isFixed: true, version: '1.2.3' }],
    [
      'npx',
      ['--yes', '@scope/tools'],
      { name: '@scope/tools', isFixed: false, requested: null, version: null }
    ],
    ['npx', ['tools@latest', '/data'], { name: 'tools', isFixed: false, requested: 'latest' }],
    ['npx', ['tools@^1.2.3'], { isFixed: false, requested: '^1.2.3' }],
    ['npx', ['-p', 'tools@1.2.3', 'run-it'], { name: 'tools', isFixed: true }],
    ['npx', ['--package=tools@1.2.3', '--', 'run-it'], { name: 'tools', isFixed: true }],
    ['C:\\Program Files\\nodejs\\npx.cmd', ['tools@1.2.3'], { runner: 'npx', isFixed: true }],
    ['npm', ['exec', '--', 'tools@1.2.3'], { runner: 'npm', name: 'tools', isFixed: true }],
    ['pnpm', ['dlx', 'tools'], { runner: 'pnpm', name: 'tools', isFixed: false }],
    ['bunx', ['tools@2.0.0-beta.1'], { isFixed: true, version: '2.0.0-beta.1' }],
    ['uvx', ['mcp-server-time==0.6.2'], { name: 'mcp-server-time', isFixed: true, version: '0.6.2' }],
    ['uvx', ['mcp-server-time@latest'], { isFixed: false, requested: '@latest' }],
    ['uvx', ['--python', '3.12', '--from', 'pkg==1.0', 'command'], { name: 'pkg', isFixed: true }],
    ['uvx', ['pkg>=1.0'], { name: 'pkg', isFixed: false, requested: '>=1.0' }],
    ['uv', ['tool', 'run', 'pkg==1.0'], { runner: 'uv', isFixed: true }],
    ['pipx', ['run', 'pkg'], { runner: 'pipx', isFixed: false }],
    [
      'docker',
      ['run', '-i', '--rm', '-e', 'KEY', 'mcp/time:1'],
      { name: 'mcp/time', requested: '1', isFixed: false }
    ],
    [
      'docker',
      ['run', '--rm', '-v', '/a:/b', `r.example:5000/x@sha256:${'a'.repeat(64)}`],
      { name: 'r.example:5000/x', isFixed: true, integrity: `sha256:${'a'.repeat(64)}` }
    ]
  ])('is found for %s %o', async (command, args, expected) => {
    expect(await find(command, args)).toMatchObject([expected])
  })

  test.each<[string, string[]]>([
    ['node', ['x.js']],
    ['npm', ['start']],
    ['docker', ['ps']],
    ['uv', ['run', 'server.py']]
  ])('is none for %s %o', async (command, args) => {
    expect(await find(command, args)).toEqual([])
  })
})

describe('SEC-11-8 the packages that are already on this computer', () => {
  test('finds the version and integrity that npx keeps for exactly these arguments', async () => {
    await install(cacheOf('@scope/tools'), '3.1.0')
    const [pin] = await find('npx', ['-y', '@scope/tools'])
    expect(pin).toMatchObject({ version: '3.1.0', integrity: 'sha512-3.1.0', isFixed: false })
    expect(pin?.entry).toContain('cli.js')
  })

  test('prefers a package next to the working folder, as npx does', async () => {
    await install(cacheOf('@scope/tools'), '3.1.0')
    await install(folder, '2.0.0')
    expect(await find('npx', ['@scope/tools'])).toMatchObject([{ version: '2.0.0' }])
  })

  test('ignores another version than the fixed one', async () => {
    await install(folder, '2.0.0')
    const pins = await find('npx', ['@scope/tools@3.0.0'])
    expect(pins).toMatchObject([{ version: '3.0.0', integrity: null, entry: null }])
  })

  test('does not follow a name that leaves its folder', async () => {
    expect(await find('npx', ['../../x'])).toMatchObject([{ name: '../../x', version: null, entry: null }])
  })
})
