/** A real feed on this computer, and electron-updater itself for AppImages. Installing isn't tested here. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { AppImageUpdater } from 'electron-updater'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger, SecretRegistry } from '../../app/base/logger'
import { openFeed, type UpdateFeed } from './feed'
import { UnsignedFeedError } from './signed-provider'

const appImage = Buffer.alloc(300_000, 'parley')
const publisher = generateKeyPairSync('ed25519')
const stranger = generateKeyPairSync('ed25519')

let folder: string
let server: http.Server
let requests: { readonly url: string; readonly headers: http.IncomingHttpHeaders }[]
let answers: Record<string, Buffer | 'cut'>

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'updates-'))
  // As a package has it.
  writeFileSync(path.join(folder, 'app-update.yml'), 'updaterCacheDirName: parley-updater\n')
  requests = []
  answers = {}
  vi.stubEnv('APPIMAGE', path.join(folder, 'parley.AppImage'))
  server = http.createServer((request, response) => {
    const url = request.url?.split('?')[0] ?? ''
    requests.push({ url, headers: request.headers })
    const answer = answers[url]
    if (answer === undefined) return response.writeHead(404).end()
    if (answer !== 'cut') return response.end(answer)
    response.writeHead(200, { 'content-length': appImage.length })
    return response.write(appImage.subarray(0, 1000), () => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterEach(() => {
  vi.unstubAllEnvs()
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})

function publish(version: string, key = publisher.privateKey): void {
  const sha512 = createHash('sha512').update(appImage).digest('base64')
  const file = `{ url: new.AppImage, sha512: "${sha512}", size: ${appImage.length} }`
  const list = Buffer.from(
    `version: ${version}\nfiles:\n  - ${file}\nreleaseDate: '2026-01-01T00:00:00.000Z'\n`
  )
  const name = process.arch === 'x64' ? '/latest-linux.yml' : `/latest-linux-${process.arch}.yml`
  answers = {
    [name]: list,
    [`${name}.sig`]: Buffer.from(sign(null, list, key).toString('base64')),
    '/new.AppImage': appImage
  }
}

function open(): UpdateFeed {
  const app = {
    version: '1.0.0',
    name: 'parley',
    isPackaged: true,
    appUpdateConfigPath: path.join(folder, 'app-update.yml'),
    userDataPath: folder,
    baseCachePath: path.join(folder, 'cache'),
    whenReady: async () => {},
    relaunch: () => {},
    quit: () => {},
    onQuit: () => {}
  }
  const { port } = server.address() as AddressInfo
  const key = publisher.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const log = createLogger(() => {}, { secrets: new SecretRegistry(), now: Date.now })
  const signed = { address: `http://127.0.0.1:${port}`, key }
  return openFeed(new AppImageUpdater(null, app), { signed, folder: path.join(folder, 'data'), log })
}

const isFinished = () =>
  readdirSync(path.join(folder, 'data'), { recursive: true }).some((name) =>
    String(name).endsWith('pending/new.AppImage')
  )

test('downloads a newer version only after it is asked', async () => {
  publish('1.0.1')
  const feed = open()
  expect(await feed.check()).toBe('1.0.1')
  expect(requests.map(({ url }) => url)).not.toContain('/new.AppImage')
  await feed.download()
  expect(isFinished()).toBe(true)
})

test('sends nothing that identifies the computer', async () => {
  publish('1.0.1')
  await open().check()
  expect(Object.keys(requests[0]?.headers ?? {}).filter((name) => name.startsWith('x-'))).toEqual([])
})

test.each(['1.0.0', '0.9.9'])('offers no %s', async (version) => {
  publish(version)
  expect(await open().check()).toBeNull()
})

test('refuses a list without a signature of the publisher', async () => {
  publish('1.0.1', stranger.privateKey)
  await expect(open().check()).rejects.toBeInstanceOf(UnsignedFeedError)
  publish('1.0.1')
  for (const name of Object.keys(answers)) if (name.endsWith('.sig')) Reflect.deleteProperty(answers, name)
  await expect(open().check()).rejects.toBeInstanceOf(UnsignedFeedError)
})

test('refuses a changed list under an old signature', async () => {
  publish('1.0.1')
  for (const [name, text] of Object.entries(answers))
    if (name.endsWith('.yml')) answers[name] = Buffer.from(String(text).replace('1.0.1', '1.0.2'))
  await expect(open().check()).rejects.toBeInstanceOf(UnsignedFeedError)
})

test.each(['damaged', 'cut'] as const)('keeps no package that is %s', async (how) => {
  publish('1.0.1')
  answers['/new.AppImage'] = how === 'cut' ? 'cut' : Buffer.alloc(appImage.length, 'evil')
  const feed = open()
  expect(await feed.check()).toBe('1.0.1')
  await expect(feed.download()).rejects.toThrow()
  expect(isFinished()).toBe(false)
})
