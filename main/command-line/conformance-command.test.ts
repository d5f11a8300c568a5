/** `parley conformance` with the whole core, a real server, and a stand-in for npx that says what it was given. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { serveEndpoint } from '../../app/mcp/testing/http-endpoint'
import { soon } from '../../app/testing/soon'
import { runParley } from './run'

const file = (relative: string) => fileURLToPath(new URL(`../../${relative}`, import.meta.url))

// Each starts the whole core with a real server.
vi.setConfig({ testTimeout: 60_000 })
afterAll(() => vi.resetConfig())

let folder: string
let server: ChildProcess
let url: string

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-conformance-test-'))
  await mkdir(path.join(folder, 'bin'))
  await copyFile(file('app/testing/conformance/npx-stand-in.cjs'), path.join(folder, 'bin/npx'))
  await chmod(path.join(folder, 'bin/npx'), 0o755)
  server = spawn(process.execPath, [file('app/testing/servers/mcp-modern.mjs'), '--http'], {
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const [port] = (await once(server.stdout!, 'data')) as [Buffer]
  url = `http://127.0.0.1:${port.toString().trim()}/mcp`
  return async () => {
    server.kill()
    await rm(folder, { recursive: true, force: true })
  }
})
beforeEach(() => rm(path.join(folder, 'given.json'), { force: true }))

async function parley(
  words: readonly string[],
  {
    answers = [],
    PATH = `${path.join(folder, 'bin')}${path.delimiter}${process.env['PATH']}`,
    signal = new AbortController().signal
  } = {} as { answers?: string[]; PATH?: string; signal?: AbortSignal }
) {
  const told = { out: '', error: '' }
  const status = await runParley(['conformance', `--data-dir=${path.join(folder, 'data')}`, ...words], {
    terminal: {
      out: (text) => (told.out += text),
      error: (text) => (told.error += text),
      isInteractive: answers.length > 0,
      readLine: async () => answers.shift() ?? '',
      readLines: async function* () {}
    },
    environment: {
      PATH,
      HOME: folder,
      https_proxy: 'http://proxy.example',
      npm_config_registry: 'https://registry.example',
      PARLEY_SECRET_NOTES: 'canary',
      NOTES_PAT: 'canary',
      NODE_OPTIONS: '--require=canary',
      npm_config__auth: 'canary'
    },
    resources: file('resources'),
    version: '0.0.0',
    signal
  })
  return { status, ...told }
}

const given = async () =>
  JSON.parse(await readFile(path.join(folder, 'given.json'), 'utf8').catch(() => 'null')) as {
    args: string[]
    url: string
    env: Record<string, string>
    config: string
    pid: number
  } | null

describe('parley conformance', () => {
  it('runs the suite in a fixed version after a question, and names what failed with its section', async () => {
    const run = await parley(['--yes', url])
    expect(run.error).toContain('@modelcontextprotocol/conformance@0.2.0-alpha.12')
    expect(run.error).toContain('outside the sandbox')
    expect(run.status).toBe(1)
    expect(run.out).toContain('✓ ping\n✓ tools-list\n✗ tools-call-image\n  ✗ Tool returns image content\n')
    expect(run.out).toContain('✓ resources-list\n  ! Answers soon\n')
    expect(run.out).toContain('https://modelcontextprotocol.io/specification/tools')
    expect(run.out).not.toContain('\u001b')
    expect(run.out.trimEnd().split('\n').at(-1)).toBe('3 passed, 2 failed, 0 skipped')
    const { args, env, config, url: reached } = (await given())!
    expect(reached).toBe(url)
    expect(args).toEqual([
      ...['--yes', '@modelcontextprotocol/conformance@0.2.0-alpha.12', 'server', '--url', 'parley:address'],
      ...['-o', 'results', '--spec-version', '2026-07-28']
    ])
    expect(JSON.stringify(env)).not.toContain('canary')
    expect(env).toMatchObject({
      HOME: folder,
      https_proxy: 'http://proxy.example',
      npm_config_registry: 'https://registry.example'
    })
    // npx would look for the suite in node_modules of the parent folders.
    expect(JSON.parse(config)).toEqual({ private: true })
  })

  it('runs one scenario, and prints one document', async () => {
    const run = await parley(['--yes', '--json', '--scenario=ping', url])
    expect(run.status).toBe(0)
    expect(JSON.parse(run.out)).toMatchObject({
      ok: true,
      passed: 1,
      failed: 0,
      failure: null,
      scenarios: [{ scenario: 'ping', state: 'passed', checks: [{ id: 'ping' }] }]
    })
    expect((await given())?.args).toContain('--scenario')
  })

  it('runs nothing if the user denies, or if none can answer', async () => {
    const denied = await parley([url], { answers: ['yes', 'no'] })
    expect(denied.status).toBe(3)
    expect((await parley([url])).status).toBe(3)
    expect(await given()).toBeNull()
  })

  it('says what the suite said if it ran no scenario', async () => {
    const run = await parley(['--yes', '--scenario=unknown', url])
    expect(run.status).toBe(1)
    expect(run.error).toContain('Unknown scenario')
  })

  it('names no secret of an address in what the suite said, and shortens it', async () => {
    const run = await parley(['--yes', '--scenario=unknown', `${url}?key=hidden`])
    expect(run.status).toBe(1)
    const reported = run.error.split('It said: ')[1] ?? ''
    expect(reported).toContain('Unknown scenario parley:address http://proxy.example')
    expect(reported.length).toBeLessThan(2_100)
  })

  it('counts a scenario as failed in which the suite crashed', async () => {
    const crash = path.join(folder, 'bin/crash')
    await writeFile(crash, '')
    const run = await parley(['--yes', url])
    await rm(crash)
    expect(run.status).toBe(1)
    expect(run.out).toContain('✗ crashing\n3 passed, 3 failed, 0 skipped')
  })

  it('says what to install where npx is missing', async () => {
    const run = await parley(['--yes', url], { PATH: path.join(folder, 'empty') })
    expect(run.status).toBe(4)
    expect(run.error).toContain('install version 22 or later')
  })

  it('shows a program to the suite at an address, and does not count what tests that address', async () => {
    const program = ['--', process.execPath, file('app/testing/servers/mcp-modern.mjs')]
    const listed = await parley(['--yes', '--json', '--scenario=tools-list', ...program])
    expect(listed.status).toBe(0)
    const { scenarios } = JSON.parse(listed.out) as { scenarios: { checks: { id: string }[] }[] }
    expect(scenarios[0]?.checks[0]?.id).toContain('greet')
    const { args, url } = (await given())!
    // Other users of this computer can read the arguments.
    expect(args.join()).not.toContain('127.0.0.1')
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\da-f]{64}\/mcp$/)
    await expect(fetch(url)).rejects.toThrow()

    const all = await parley(['--yes', `--junit=${path.join(folder, 'results.xml')}`, ...program])
    expect(all.error).toContain('again for each session')
    expect(all.out).toContain("✗ dns-rebinding-protection (tests Parley's bridge, not counted)")
    expect(all.out.trimEnd().split('\n').at(-1)).toBe('3 passed, 1 failed, 0 skipped')
    const junit = await readFile(path.join(folder, 'results.xml'), 'utf8')
    expect(junit).toContain('tests="4" failures="1"')
    expect(junit).toContain('Tool returns image content')
    expect(junit).not.toContain('dns-rebinding')
  })

  it('adds the headers that a server needs', async () => {
    const run = await parley(['--yes', '--scenario=tools-list', '--header', 'X-Key: one', url])
    expect(run.status).toBe(0)
    const { args, url: reached } = (await given())!
    expect(run.error).toContain('Parley adds the headers and the sign-in of the server')
    expect(reached).not.toBe(url)
    expect(JSON.stringify(args)).not.toContain('X-Key')
  })

  it('prints why the run ended early, and counts no failure that a missing sign-in caused', async () => {
    let isSignedIn = true
    await using remote = await serveEndpoint((asked, response) => {
      if (isSignedIn || asked.message?.method !== 'initialize') {
        isSignedIn &&= asked.message?.method !== 'notifications/initialized'
        return false
      }
      response.writeHead(401, { 'www-authenticate': 'Bearer' }).end()
      return true
    })
    await mkdir(path.join(folder, 'data'), { recursive: true })
    const mcpServers = { work: { url: remote.url, headers: { 'X-Key': 'one' } } }
    await writeFile(path.join(folder, 'data/settings.json'), JSON.stringify({ mcpServers }))
    const words = ['--yes', 'work']
    const run = await parley(words)
    expect(run.status).toBe(1)
    expect(run.out).not.toContain('✗')
    const lines = run.out.trimEnd().split('\n')
    expect(lines.at(-2)).toMatch(/^\d passed, 0 failed, 0 skipped$/)
    expect(lines.at(-1)).toMatch(/The suite was stopped because .* needs a sign-in\. Sign in again/)
    isSignedIn = true
    const { ok, failure } = JSON.parse((await parley(['--json', ...words])).out)
    expect({ ok, failure }).toEqual({ ok: false, failure: expect.stringContaining('needs a sign-in') })
  })

  it('ends the suite when it is interrupted', async () => {
    const hold = path.join(folder, 'bin/hold')
    await writeFile(hold, '')
    const ending = new AbortController()
    const run = parley(['--yes', url], { signal: ending.signal })
    await vi.waitFor(async () => expect(await given()).not.toBeNull(), soon)
    const { pid } = (await given())!
    ending.abort()
    await run
    await rm(hold)
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})
