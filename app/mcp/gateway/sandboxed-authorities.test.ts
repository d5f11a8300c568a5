/**
 * Packages of contained servers from a registry for which nobody vouches but an authority of the person's company, which is
 * known by a variable of Parley's own environment alone.
 */
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { sandboxFinder } from '../../sandbox/available/find-sandbox'
import { createAuthority } from '../../sandbox/secrets/authority'
import type { SandboxChoices } from '../../contract/choices/sandbox-choices'
import { codePackage, startPackageRegistry } from '../../testing/package-registry'
import type { PackageRegistry } from '../../testing/package-registry'
import type { ConnectionInfo, ServerLaunch } from '../interface'
import { fixture, watchClients, type WatchedClients } from '../testing/watched-clients'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)
const hasPython = spawnSync('/usr/bin/python3', ['--version']).status === 0
const nothing: SandboxChoices = { read: [], write: [], hosts: [] }
const name = 'hands'
const slow = 120_000
const key = '-----BEGIN PRIVATE KEY-----\nkept by the person\n-----END PRIVATE KEY-----'

let house: string
let authority: Awaited<ReturnType<typeof createAuthority>>
let credentials: { cert: string; key: string }
let watched: WatchedClients | null = null
const ends: (() => unknown)[] = []
const place = (named: string) => path.join(house, named)
/** As a person keeps it: with a key beside the certificate. */
const authorityFile = () => place('home/company.pem')

beforeEach(async () => {
  house = await realpath(await mkdtemp('/var/tmp/authorities-'))
  for (const named of ['home', 'bin']) await mkdir(place(named))
  vi.stubEnv('HOME', place('home'))
  authority = await createAuthority(Date.now)
  credentials = await authority.credentialsFor('localhost')
  await writeFile(authorityFile(), `# ours\n${key}\n${authority.certificate}`)
})

afterEach(async () => {
  await watched?.clients.shutdown()
  watched = null
  vi.unstubAllEnvs()
  for (const end of ends.splice(0)) await end()
  await rm(house, { recursive: true, force: true })
})

/** `variables`: what Parley itself was started with, beside the usual. */
function watch(variables: Readonly<Record<string, string>>): WatchedClients {
  const { NODE_EXTRA_CA_CERTS: _extra, SSL_CERT_FILE: _whole, SSL_CERT_DIR: _folder, ...usual } = process.env
  watched = watchClients({
    hostEnvironment: { ...usual, ...variables },
    closedFolders: [place('data')],
    packagesFolder: place('data/packages')
  })
  return watched
}

/** `script`: run while it is installed, where that is allowed. */
async function startRegistry(script: string | null = null, host = 'localhost'): Promise<PackageRegistry> {
  const registry = await startPackageRegistry(credentials, host)
  ends.push(() => registry[Symbol.asyncDispose]())
  await writeFile(place('home/.npmrc'), `registry=${registry.address}\nfetch-retries=0\n`)
  const manifest =
    script === null ? {} : { scripts: { postinstall: 'node look.cjs' }, hasInstallScript: true }
  const plain = await codePackage(name, '1.2.0', manifest)
  await registry.publish({ ...plain, files: { ...plain.files, 'look.cjs': script ?? '' } })
  return registry
}

const starting = { connectTimeoutMs: slow, installTimeoutMs: slow }
const byNpm = (by: WatchedClients, more: Partial<ServerLaunch> = {}) =>
  by.start(['-y', name], { command: 'npx', containment: nothing, ...starting, ...more })

async function run(info: ConnectionInfo, code: string): Promise<unknown> {
  const outcome = await watched?.call(info, 'run', { code, at: { home: place('home') } }, { timeoutMs: slow })
  if (outcome?.type !== 'completed') throw new Error(JSON.stringify(outcome))
  const [first] = outcome.content
  return JSON.parse(first?.type === 'text' ? first.text : '{}')
}

const failureOf = (start: Promise<unknown>) =>
  start.then(
    () => 'started',
    ({ message }: Error) => message
  )

async function left(): Promise<string[]> {
  return (await readdir(place('data'), { recursive: true })).filter((file) => file.endsWith('.pem'))
}

describe.skipIf(!canContain)('a registry that only a company vouches for', { timeout: slow * 2 }, () => {
  it('is believed by npm with the variable, and without it is not', async () => {
    const registry = await startRegistry()
    expect(await failureOf(byNpm(watch({})))).toMatch(/could(?: not be fetched|n't download).*certificate/i)
    await watched?.clients.shutdown()
    expect(registry.asked).toEqual([])
    const info = await byNpm(watch({ NODE_EXTRA_CA_CERTS: authorityFile() }))
    expect(await run(info, 'return process.argv.length')).toEqual({ did: 2 })
  })

  it('that is named by a number is refused by npm, and what helps is said', async () => {
    credentials = await authority.credentialsFor('127.0.0.1')
    await startRegistry(null, '127.0.0.1')
    const failure = await failureOf(byNpm(watch({ NODE_EXTRA_CA_CERTS: authorityFile() })))
    expect(failure).toMatch(/127\.0\.0\.1:\d+\) is an IP address.*Use the registry's host name/)
  })

  it('is believed where the entry of the server names the file, whatever Parley was started with', async () => {
    await startRegistry()
    const env = { NODE_EXTRA_CA_CERTS: authorityFile() }
    await byNpm(watch({ NODE_EXTRA_CA_CERTS: '/nowhere.pem' }), { env })
  })

  it('lends certificates alone, to the fetch alone: no key beside them, nothing to the server, nothing is left', async () => {
    const look = `const fs = require('fs'); const file = process.env.NODE_EXTRA_CA_CERTS; const own = '${authorityFile()}'
      let write = 'wrote'; try { fs.appendFileSync(file, 'x') } catch (error) { write = error.code }
      fs.writeFileSync('seen.json', JSON.stringify({ lent: fs.readFileSync(file, 'utf8'), own: fs.existsSync(own), write }))`
    await startRegistry(look)
    const info = await byNpm(watch({ NODE_EXTRA_CA_CERTS: authorityFile() }), {
      containment: { ...nothing, installScripts: true }
    })
    const seen = `const file = path.dirname(fs.realpathSync(process.argv[1])) + '/../seen.json'
      return [JSON.parse(fs.readFileSync(file, 'utf8')), process.env.NODE_EXTRA_CA_CERTS ?? null, fs.existsSync('${authorityFile()}')]`
    const [, certificate = ''] =
      /(-----BEGIN CERT[^]*CATE-----)/.exec(await readFile(authorityFile(), 'utf8')) ?? []
    expect(await run(info, seen)).toEqual({
      did: [{ lent: `${certificate}\n`, own: false, write: 'EROFS' }, null, false]
    })
    expect(await left()).toEqual([])
  })

  it.skipIf(!hasPython).each([
    ['NODE_EXTRA_CA_CERTS', 'beside those of the system'],
    ['SSL_CERT_FILE', 'in their place']
  ])('is believed by uv with %s, %s', async (variable) => {
    for (const named of ['uv', 'uvx']) {
      await cp(fixture('uv-stand-in.py'), place(`bin/${named}`))
      await chmod(place(`bin/${named}`), 0o755)
    }
    const program = await readFile(fixture('any-code.py'), 'utf8')
    const index = https.createServer(credentials, (_request, response) => {
      response.end(JSON.stringify({ version: '1.0.0', program }))
    })
    await once(index.listen(0, '127.0.0.1'), 'listening')
    ends.push(() => {
      index.closeAllConnections()
      index.close()
    })
    const address = `https://localhost:${(index.address() as AddressInfo).port}/simple`
    const byUv = (by: WatchedClients) =>
      by.start(['--default-index', address, 'snake-hands'], {
        ...{ command: place('bin/uvx'), containment: nothing, ...starting }
      })
    expect(await failureOf(byUv(watch({})))).toMatch(/certificate/i)
    await watched?.clients.shutdown()
    const info = await byUv(watch({ [variable]: authorityFile() }))
    const outcome = await watched?.call(info, 'run', {
      code: 'return os.environ.get("SSL_CERT_FILE")',
      at: {}
    })
    expect(JSON.stringify(outcome)).not.toContain('.pem')
    expect(await left()).toEqual([])
  })
})
