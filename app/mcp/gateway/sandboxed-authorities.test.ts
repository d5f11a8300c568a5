/**
 * Packages of sandboxed servers from a registry with a certificate of the user's company. Only a variable in Parley's
 * own environment names its authority.
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
import type { SandboxChoices } from '../../contract/consent/sandbox-choices'
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

let testFolder: string
let authority: Awaited<ReturnType<typeof createAuthority>>
let credentials: { cert: string; key: string }
let watched: WatchedClients | null = null
const ends: (() => unknown)[] = []
const place = (named: string) => path.join(testFolder, named)
/** As users keep it: with a key in the same file as the certificate. */
const authorityFile = () => place('home/company.pem')

beforeEach(async () => {
  testFolder = await realpath(await mkdtemp('/var/tmp/authorities-'))
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
  await rm(testFolder, { recursive: true, force: true })
})

/** `variables`: the additional environment variables of Parley itself. */
function watch(variables: Readonly<Record<string, string>>): WatchedClients {
  const { NODE_EXTRA_CA_CERTS: _extra, SSL_CERT_FILE: _whole, SSL_CERT_DIR: _folder, ...usual } = process.env
  watched = watchClients({
    hostEnvironment: { ...usual, ...variables },
    closedFolders: [place('data')],
    packagesFolder: place('data/packages')
  })
  return watched
}

/** `script`: runs during installation if that is allowed. */
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

describe.skipIf(!canContain)('a registry with a certificate of a company', { timeout: slow * 2 }, () => {
  it('is trusted by npm with the variable, and not without it', async () => {
    const registry = await startRegistry()
    expect(await failureOf(byNpm(watch({})))).toMatch(/could(?: not be fetched|n't download).*certificate/i)
    await watched?.clients.shutdown()
    expect(registry.asked).toEqual([])
    const info = await byNpm(watch({ NODE_EXTRA_CA_CERTS: authorityFile() }))
    expect(await run(info, 'return process.argv.length')).toEqual({ did: 2 })
  })

  it('is not trusted by npm under an IP address, and the failure says what helps', async () => {
    credentials = await authority.credentialsFor('127.0.0.1')
    await startRegistry(null, '127.0.0.1')
    const failure = await failureOf(byNpm(watch({ NODE_EXTRA_CA_CERTS: authorityFile() })))
    expect(failure).toMatch(/127\.0\.0\.1:\d+\) is an IP address.*Use the registry's host name/)
  })

  it("is trusted if the server's entry names the file, without a variable of Parley", async () => {
    await startRegistry()
    const env = { NODE_EXTRA_CA_CERTS: authorityFile() }
    await byNpm(watch({ NODE_EXTRA_CA_CERTS: '/nowhere.pem' }), { env })
  })

  it('gets only certificates, only for the fetch: no key, nothing for the server, nothing left behind', async () => {
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
  ])('is trusted by uv with %s, %s', async (variable) => {
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
        command: place('bin/uvx'),
        containment: nothing,
        ...starting
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
