/**
 * Sandboxed servers that npx fetches: once, only from the registry, and run without it. The registry runs on this
 * computer.
 */
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../sandbox/available/find-sandbox'
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
import type { JsonObject } from '../../contract/json'
import { codePackage, startPackageRegistry } from '../../testing/package-registry'
import type { PackageRegistry } from '../../testing/package-registry'
import type { ConnectionInfo, ServerLaunch } from '../interface'
import { watchClients, type WatchedClients } from '../testing/watched-clients'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const nothing: SandboxChoices = { read: [], write: [], hosts: [] }
const name = '@tea/hands'
/** Limit of one start or call: npm takes a second or two per run, and much longer on a busy computer. */
const slow = 120_000

let testFolder: string
let packagesFolder: string
let registry: PackageRegistry
let watched: WatchedClients

beforeEach(async () => {
  testFolder = await realpath(await mkdtemp('/var/tmp/packages-'))
  packagesFolder = path.join(testFolder, 'data', 'packages')
  const home = path.join(testFolder, 'home')
  await mkdir(home)
  registry = await startPackageRegistry()
  await writeFile(path.join(home, '.npmrc'), `registry=${registry.address}\n`)
  vi.stubEnv('HOME', home)
  watched = watchClients({ closedFolders: [path.join(testFolder, 'data')], packagesFolder })
})

afterEach(async () => {
  await watched.clients.shutdown()
  vi.unstubAllEnvs()
  await registry[Symbol.asyncDispose]()
  await rm(testFolder, { recursive: true, force: true })
})

function start(args: readonly string[] = ['-y', name], more: Partial<ServerLaunch> = {}) {
  const limits = { connectTimeoutMs: slow, installTimeoutMs: slow }
  return watched.start(args, { command: 'npx', containment: nothing, ...limits, ...more })
}

function launchOf(args: readonly string[]): ServerLaunch {
  const of = { transport: 'stdio', command: 'npx', args, env: {}, cwd: null, containment: nothing } as const
  const common = { serverName: 'tested', connectionId: 'update', connectTimeoutMs: slow, knownEra: null }
  return { ...of, ...common, logLevel: null, pingIntervalMs: 0 } as unknown as ServerLaunch
}

async function run(info: ConnectionInfo, code: string, at: JsonObject = {}): Promise<JsonObject> {
  const times = { timeoutMs: slow, maxTotalTimeoutMs: slow }
  const outcome = await watched.call(info, 'run', { code, at }, times)
  if (outcome.type !== 'completed') throw new Error(JSON.stringify(outcome))
  const [first] = outcome.content
  return JSON.parse(first?.type === 'text' ? first.text : '{}') as JsonObject
}

const failureOf = (starting: Promise<unknown>) =>
  starting.then(
    () => 'started',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`
  )

const inspect = (args: readonly string[] = ['-y', name]) =>
  watched.clients.inspectProgram({
    serverName: 'tested',
    command: 'npx',
    args,
    env: {},
    cwd: null,
    containment: nothing,
    known: [],
    mayContact: true
  })

describe.skipIf(!canContain)('the package of a sandboxed server', { timeout: slow * 4 }, () => {
  it('is fetched once with its version and integrity, and runs from there without the registry', async () => {
    const { integrity } = await registry.publish(await codePackage(name, '1.2.0'))
    const info = await start(['-y', name, '--', 'one', '-y'])
    expect(await run(info, 'return process.argv.slice(2)')).toEqual({ did: ['--', 'one', '-y'] })
    expect(registry.asked.length).toBeGreaterThan(0)
    expect(watched.log()).toContain(`Fetched ${name} 1.2.0, integrity ${integrity}`)
    expect(await inspect()).toMatchObject({
      packages: [{ runner: 'npx', name, version: '1.2.0', integrity, isFixed: false, requested: null }],
      files: [{ role: 'program' }, { role: 'program' }, { role: 'package' }]
    })
    await watched.clients.disconnect(info.connectionId)
    await registry[Symbol.asyncDispose]()
    await run(await start(), 'return 1')
  })

  it('is read-only for its server, which has no access to the registry or to other packages', async () => {
    await registry.publish(await codePackage(name, '1.2.0'))
    await registry.publish(await codePackage('other', '1.0.0'))
    await start(['other'], { serverName: 'other' })
    const info = await start()
    const at = { packages: packagesFolder, registry: registry.address }
    const folders = await readdir(packagesFolder)
    expect(folders).toHaveLength(2)
    const seen = await run(info, 'return fs.readdirSync(at.packages)', at)
    expect(seen).toEqual({ did: [expect.stringContaining('tested-')] })
    for (const code of [
      `fs.appendFileSync(process.argv[1], '//')`,
      `fs.writeFileSync(at.packages + '/${folders.find((each) => each.startsWith('tested-')) ?? ''}/kept.json', '{}')`
    ])
      expect(await run(info, code, at)).toHaveProperty('refused')
  })

  it('is the installed one in the working folder if npx would choose that', async () => {
    const { files } = await codePackage(name, '3.0.0')
    const own = path.join(testFolder, 'project', 'node_modules')
    const place = path.join(own, name)
    await mkdir(path.join(place, 'dist'), { recursive: true })
    await mkdir(path.join(own, '.bin'))
    const manifest = { name, version: '3.0.0', type: 'module', bin: { hands: 'dist/index.mjs' } }
    for (const [file, text] of Object.entries({ ...files, 'package.json': JSON.stringify(manifest) }))
      await writeFile(path.join(place, file), text, { mode: 0o755 })
    await symlink(path.join('..', name, 'dist/index.mjs'), path.join(own, '.bin', 'hands'))
    const lock = { packages: { [`node_modules/${name}`]: { version: '3.0.0', integrity: 'sha512-x' } } }
    await writeFile(path.join(own, '.package-lock.json'), JSON.stringify(lock))
    const info = await start(undefined, { cwd: path.join(testFolder, 'project') })
    expect(await run(info, `return fs.realpathSync(process.argv[1])`)).toEqual({
      did: path.join(place, 'dist/index.mjs')
    })
    expect(await run(info, `fs.writeFileSync(process.argv[1], '')`)).toHaveProperty('refused')
    expect(registry.asked).toEqual([])
  })

  it('runs none of its code while it is fetched', async () => {
    const mark = path.join(testFolder, 'home', 'mark')
    const script = `node -e "require('fs').writeFileSync('${mark}', ''); require('fs').writeFileSync('ran', '')"`
    const scripts = { preinstall: script, install: script, postinstall: script, prepare: script }
    await registry.publish(await codePackage(name, '1.2.0', { scripts, hasInstallScript: true }))
    const info = await start()
    const around = `return fs.readdirSync(path.dirname(fs.realpathSync(process.argv[1])) + '/..').toSorted()`
    expect(await run(info, around)).toEqual({ did: ['dist', 'package.json'] })
    expect(await readdir(path.join(testFolder, 'home'))).toEqual(['.npmrc'])
  })

  it('runs its install scripts in a sandbox if its entry allows that, and is fetched again for it', async () => {
    const mark = path.join(testFolder, 'home', 'mark')
    const script = `node -e "try { require('fs').writeFileSync('${mark}', '') } catch { } require('fs').writeFileSync('ran', '')"`
    await registry.publish(
      await codePackage(name, '1.2.0', { scripts: { postinstall: script }, hasInstallScript: true })
    )
    await watched.clients.disconnect((await start()).connectionId)
    expect(watched.log().join('\n')).toContain(`Fetched without the install scripts of ${name}`)
    const info = await start(undefined, { containment: { ...nothing, installScripts: true } })
    const around = `return fs.readdirSync(path.dirname(fs.realpathSync(process.argv[1])) + '/..').toSorted()`
    expect(await run(info, around)).toEqual({ did: ['dist', 'package.json', 'ran'] })
    expect(await readdir(path.join(testFolder, 'home'))).toEqual(['.npmrc'])
  })

  it('names its missing install scripts if it fails without them', async () => {
    const { files, manifest = {} } = await codePackage(name, '1.2.0')
    const broken = { ...files, 'dist/index.mjs': '#!/usr/bin/env node\nthrow new Error("not built")' }
    await registry.publish({
      name,
      version: '1.2.0',
      files: broken,
      manifest: { ...manifest, scripts: { install: 'node-gyp rebuild' }, hasInstallScript: true }
    })
    const told = await failureOf(start())
    expect(told).toContain(`without their install scripts, which it may need: ${name}`)
  })

  it('keeps its version until it is updated, also if the registry has a newer one', async () => {
    await registry.publish(await codePackage(name, '1.2.0'))
    await watched.clients.disconnect((await start([`${name}@latest`])).connectionId)
    await registry.publish(await codePackage(name, '2.0.0'))
    const info = await start([`${name}@latest`])
    expect(await inspect([`${name}@latest`])).toMatchObject({ packages: [{ version: '1.2.0' }] })
    await watched.clients.disconnect(info.connectionId)
    await watched.clients.updatePackage(launchOf([`${name}@latest`]))
    expect(await inspect([`${name}@latest`])).toMatchObject({ packages: [{ version: '2.0.0' }] })
    await run(await start([`${name}@latest`]), 'return 1')
  })

  it('keeps its version if an update fails', async () => {
    await registry.publish(await codePackage(name, '1.2.0'))
    await watched.clients.disconnect((await start()).connectionId)
    await registry[Symbol.asyncDispose]()
    expect(await failureOf(watched.clients.updatePackage(launchOf(['-y', name])))).toContain(
      'SERVER_PACKAGE_NOT_FETCHED'
    )
    await run(await start(), 'return 1')
  })

  it('is fetched again in its trusted version if its folder was emptied, and refused if it has changed', async () => {
    const { integrity } = await registry.publish(await codePackage(name, '1.2.0'))
    await registry.publish(await codePackage(name, '2.0.0'))
    const packagePins = [{ name, version: '1.2.0', integrity }]
    await watched.clients.disconnect((await start(undefined, { packagePins })).connectionId)
    expect(await inspect()).toMatchObject({ packages: [{ version: '1.2.0' }] })
    await rm(packagesFolder, { recursive: true })
    await registry.publish(await codePackage(name, '1.2.0', { description: 'another one' }))
    expect(await failureOf(start(undefined, { packagePins }))).toContain('SERVER_PACKAGE_NOT_FETCHED')
    expect(await inspect()).toMatchObject({ packages: [{ version: null }] })
  })

  it('has access only to the registry while it is fetched: further hosts that a package names are blocked', async () => {
    await using elsewhere = await startPackageRegistry()
    await elsewhere.publish(await codePackage('hidden', '1.0.0'))
    const dependencies = { hidden: `${elsewhere.address}tarballs/hidden-1-0-0.tgz` }
    await registry.publish(await codePackage(name, '1.2.0', { dependencies }))
    const told = await failureOf(start())
    expect(told).toContain('SERVER_PACKAGE_NOT_FETCHED')
    expect(told).toContain(registry.address.slice('http://'.length, -1))
    expect(elsewhere.asked).toEqual([])
    expect(watched.news('networkAccessRequested')).toEqual([])
  })

  it("reports npm's message if no registry has it, and leaves nothing behind", async () => {
    const told = await failureOf(start(['nowhere-to-be-found']))
    expect(told).toMatch(/download the package “nowhere-to-be-found”.*E404/)
    const [folder = ''] = await readdir(packagesFolder)
    expect(await readdir(path.join(packagesFolder, folder))).toEqual([])
  })

  it('is fetched again if the fetch was interrupted, and never runs incomplete', async () => {
    await registry.publish(await codePackage(name, '1.2.0'))
    await watched.clients.disconnect((await start()).connectionId)
    const [folder = ''] = await readdir(packagesFolder)
    const place = path.join(packagesFolder, folder)
    await rm(path.join(place, 'kept.json'))
    await writeFile(path.join(place, '1', 'node_modules', '@tea', 'hands', 'dist', 'index.mjs'), 'half')
    await run(await start(), 'return 1')
    expect(
      await readFile(path.join(place, '1', 'node_modules', '@tea', 'hands', 'dist', 'index.mjs'), 'utf8')
    ).toContain('run')
  })

  it('is not fetched when the start is cancelled: nothing keeps running, and the next start is complete', async () => {
    await registry.publish(await codePackage(name, '1.2.0'))
    const goOn = registry.hold()
    const starting = failureOf(start(undefined, { connectionId: 'cancelled' }))
    await vi.waitFor(() => expect(registry.asked).not.toEqual([]), { timeout: slow })
    await watched.clients.disconnect('cancelled')
    expect(await starting).not.toBe('started')
    const [folder = ''] = await readdir(packagesFolder)
    expect(await readdir(path.join(packagesFolder, folder))).toEqual([])
    goOn()
    await run(await start(), 'return 1')
  })

  it.each([
    ['docker', ['run', '-i', 'mcp/time'], 'starts programs outside the sandbox'],
    ['bunx', ['hands'], 'Use “npx”'],
    ['npx', ['-c', 'hands | sh'], 'the option “-c”'],
    ['npx', ['git+https://example.com/x.git'], 'packages from a registry'],
    ['npx', ['./folder'], 'packages from a registry']
  ])('is not fetched by the unsupported command %s %j', async (command, args, words) => {
    const file = path.join(testFolder, command)
    await writeFile(file, '#!/bin/sh\n', { mode: 0o755 })
    const told = await failureOf(start(args, { command: file }))
    expect(told).toContain('SERVER_NOT_CONTAINED')
    expect(told).toContain(words)
    expect(registry.asked).toEqual([])
  })
})
