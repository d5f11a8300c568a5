/** Bundles at addresses that others chose: what is asked before a request is sent, and which responses are accepted. */
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { silentLogger } from '../../base/logger'
import type { AddingView } from '../../contract/servers/adding'
import { sendGuarded } from '../../net/guarded-request'
import { readBundleLink } from '../../settings/links/bundle-link'
import { say, toEnglish } from '../../texts/render-localized'
import { createBefore, type PendingAddition } from './pending-addition'
import { createDownloads, type Downloads, type DownloadsOptions } from './downloads'
import { soon } from '../../testing/soon'

const content = Buffer.from('a bundle')
const sum = createHash('sha256').update(content).digest('hex')

let server: Server
let answer: RequestListener
let asked: string[]
let opened: string[]
let noted: string[]
let before: PendingAddition

beforeEach(async () => {
  ;[asked, opened, noted] = [[], [], []]
  answer = (_request, response) => response.end(content)
  server = createServer((request, response) => {
    asked.push(`${request.headers.host}${request.url}`)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  before = createBefore(() => {})
})
afterEach(() => new Promise((resolve) => server.close(resolve)))

/** Sends requests for the test's addresses to its server. The `Host` header keeps the original hostname. */
const send: typeof sendGuarded = async (url, request) => {
  const { port } = server.address() as AddressInfo
  const headers = { ...request.headers, host: url.host }
  return await sendGuarded(new URL(`http://127.0.0.1:${port}${url.pathname}`), {
    ...request,
    headers,
    isPrivateAllowed: true
  })
}

let ids = 0
function create(more: Partial<DownloadsOptions> = {}): Downloads {
  return createDownloads({
    before,
    lookAtFile: async (file) =>
      void opened.push(`${file.split('/').at(-1)}: ${await readFile(file, 'utf8')}`),
    findDenial: () => null,
    recordRequest: (url) => noted.push(url),
    newId: () => `id-${(ids += 1)}`,
    log: silentLogger,
    send,
    ...more
  })
}

function offer(downloads: Downloads, link: string): AddingView {
  const wanted = readBundleLink(link)
  if (wanted === null) throw new Error('It names no bundle')
  const view = downloads.view('first', wanted, 'link')
  before.show(view)
  return view
}
const link = (url: string, sha256 = '') =>
  `parley://install?bundle=${encodeURIComponent(url)}${sha256 === '' ? '' : `&sha256=${sha256}`}`
const refused = async (): Promise<string> => {
  await vi.waitFor(() => expect(before.current()?.type).toBe('refused'), soon)
  const view = before.current()
  return view?.type === 'refused' ? toEnglish(view.reason) : ''
}

it('SEC-11: requests nothing before the approval, then shows the bundle with the promised sum and removes its file', async () => {
  const downloads = create()
  const view = offer(downloads, link('https://bundles.example/v1/weather.mcpb', sum.toUpperCase()))
  expect(view).toMatchObject({ type: 'download', host: 'bundles.example', sha256: sum, ledHereBy: null })
  expect(asked).toEqual([])
  await downloads.begin('first')
  await vi.waitFor(() => expect(opened).toEqual(['weather.mcpb: a bundle']), soon)
  expect(asked).toEqual(['bundles.example/v1/weather.mcpb'])
  expect(noted).toEqual(['https://bundles.example/v1/weather.mcpb'])
  await expect(downloads.begin('first')).rejects.toMatchObject({ code: 'BUNDLE_REFUSED' })
})

it('asks again for a redirect to another host, and not for one to the same host', async () => {
  answer = (request, response) => {
    if (request.url === '/old.mcpb') response.writeHead(302, { location: '/a.mcpb' }).end()
    else if (request.headers.host === 'bundles.example')
      response.writeHead(302, { location: 'https://files.example/b.mcpb?signed=1#x' }).end()
    else response.end(content)
  }
  const downloads = create()
  offer(downloads, link('https://bundles.example/old.mcpb', sum))
  await downloads.begin('first')
  await vi.waitFor(() => expect(before.current()?.type).toBe('download'), soon)
  const second = before.current()
  expect(second).toMatchObject({
    url: 'https://files.example/b.mcpb?signed=1',
    host: 'files.example',
    sha256: sum,
    ledHereBy: 'bundles.example'
  })
  expect(second?.id).not.toBe('first')
  expect(asked).toEqual(['bundles.example/old.mcpb', 'bundles.example/a.mcpb'])
  await downloads.begin(second?.id ?? '')
  await vi.waitFor(() => expect(opened).toEqual(['b.mcpb: a bundle']), soon)
})

it('rejects a bundle that has another sum, is too large, is refused or redirects in circles, with the reason', async () => {
  const cases: readonly (readonly [RequestListener, RegExp])[] = [
    [(_request, response) => response.end('another'), /isn't the expected one/],
    [(_request, response) => response.writeHead(200, { 'content-length': '999999999' }).write('x'), /512 MB/],
    [(_request, response) => response.writeHead(404).end(), /404/],
    [(_request, response) => response.writeHead(302, { location: 'http://bundles.example/' }).end(), /302/],
    [(_request, response) => response.writeHead(302, { location: '/a.mcpb' }).end(), /in a loop/],
    [(_request, response) => void response.destroy(), /bundles\.example/]
  ]
  for (const [misbehave, reason] of cases) {
    answer = misbehave
    const downloads = create()
    offer(downloads, link('https://bundles.example/a.mcpb', sum))
    await downloads.begin('first')
    expect(await refused()).toMatch(reason)
  }
  expect(opened).toEqual([])
  server.closeAllConnections()
})

it('stops at a policy, an address of the local network, or a closed dialog', async () => {
  const forbidden = create({ findDenial: () => say('bundles.gone') })
  offer(forbidden, link('https://bundles.example/a.mcpb'))
  await forbidden.begin('first')
  await refused()
  expect(asked).toEqual([])

  const inside = create({ send: sendGuarded })
  offer(inside, link('https://127.0.0.1/a.mcpb'))
  await inside.begin('first')
  expect(await refused()).toMatch(/network/)

  answer = (_request, response) => void response.writeHead(200).write('half')
  const stopped = create()
  offer(stopped, link('https://bundles.example/a.mcpb'))
  await stopped.begin('first')
  await vi.waitFor(() => expect(asked).toHaveLength(1), soon)
  before.show(null)
  stopped.stop('first')
  server.closeAllConnections()
  await new Promise((resolve) => setImmediate(resolve))
  expect([before.current(), opened]).toEqual([null, []])
})

it.each([
  'http://bundles.example/a.mcpb',
  'file:///etc/passwd',
  'https://me:secret@bundles.example/a.mcpb',
  'bundles.example/a.mcpb',
  `https://bundles.example/${'a'.repeat(5_000)}`
])('refuses a link to %s', (url) => {
  expect(() => readBundleLink(link(url))).toThrow()
})

it('refuses a link with a broken sum, two bundles, or a bundle and a server; other links name no bundle', () => {
  const good = link('https://bundles.example/a.mcpb')
  for (const bad of [`${good}&sha256=12`, `${good}&bundle=https://b.example/`, `${good}&config={}`])
    expect(() => readBundleLink(bad)).toThrow()
  expect(readBundleLink('parley://install?config={}')).toBeNull()
  expect(
    readBundleLink('cursor://anysphere.cursor-deeplink/mcp/install?bundle=https://b.example/')
  ).toBeNull()
})
