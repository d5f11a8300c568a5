/** Icons from a real server on this computer, and bytes of another type than declared. */
import { createServer } from 'node:http'
import type { RequestListener, Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, test } from 'vitest'
import { toIconImage } from '../../mcp/features/icon-image'
import type { IconSource } from '../../mcp/interface'
import { fetchIcon } from './icon-fetch'
import { createIcons } from './icons'
import type { IconOwner } from './icons'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)

const isNamed = () => Promise.resolve(true)
const local: IconOwner = { serverName: 'local', url: null, areIconsAllowed: true, isNamed }

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** The address of the server, and the number of its requests. */
async function serve(answer: RequestListener) {
  const asked: (string | undefined)[] = []
  const server = createServer((request, response) => {
    asked.push(request.url)
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const owner: IconOwner = { serverName: 'remote', url: `${origin}/mcp`, areIconsAllowed: true, isNamed }
  return { origin, owner, asked }
}

/** As the clients do it in their own process. */
const clients = { readIcon: async (source: IconSource) => toIconImage(source) }

describe('an icon in a data URL', () => {
  it('is passed to the clients unchanged, also if nothing may be fetched', async () => {
    const handed: IconSource[] = []
    const recording = {
      readIcon: async (source: IconSource) => {
        handed.push(source)
        return { mimeType: 'image/png', data: '' }
      }
    }
    const icons = createIcons(() => Promise.reject(new Error('nothing is fetched')), recording)
    await icons.read({ ...local, areIconsAllowed: false }, 'DATA:image/svg+xml,<svg onload=alert(1)>')
    expect(handed).toEqual([{ dataAddress: 'DATA:image/svg+xml,<svg onload=alert(1)>' }])
  })
})

describe('an icon on the network', () => {
  test('META-06 META-09: is requested once from its own server, and only if the user allows it', async () => {
    const { origin, owner, asked } = await serve((_request, response) => response.end(png))
    const icons = createIcons(fetchIcon, clients)
    const src = `${origin}/icon.png`
    await expect(icons.read({ ...owner, areIconsAllowed: false }, src)).rejects.toThrow(/Allow it/)
    expect(asked).toEqual([])
    const both = await Promise.all([icons.read(owner, src), icons.read(owner, src)])
    expect(both).toMatchObject([{ mimeType: 'image/png' }, { mimeType: 'image/png' }])
    await icons.read(owner, src)
    expect(asked).toEqual(['/icon.png'])
    await expect(icons.read({ ...owner, areIconsAllowed: false }, src)).rejects.toThrow(/Allow it/)
  })

  test('SEC-11-4 is requested only if the server named its URL, so a page can’t send data in a URL', async () => {
    const { origin, owner, asked } = await serve((_request, response) => response.end(png))
    const icons = createIcons(fetchIcon, clients)
    const unnamed = { ...owner, isNamed: () => Promise.resolve(false) }
    await expect(icons.read(unnamed, `${origin}/?all=it+knows`)).rejects.toMatchObject({
      code: 'ICON_UNAVAILABLE'
    })
    expect(asked).toEqual([])
  })

  test("META-09: is requested only from the server's own origin", async () => {
    const { origin, owner, asked } = await serve((_request, response) => response.end(png))
    const icons = createIcons(fetchIcon, clients)
    const elsewhere = await serve((_request, response) => response.end(png))
    for (const src of [
      `${elsewhere.origin}/icon.png`,
      origin.replace('127.0.0.1', 'localhost'),
      origin.replace('http:', 'https:'),
      origin.replace('//', '//me:secret@'),
      'file:///etc/passwd',
      'javascript:alert(1)',
      'icon.png'
    ]) {
      await expect(icons.read(owner, src)).rejects.toMatchObject({ code: 'ICON_UNAVAILABLE' })
    }
    expect([...asked, ...elsewhere.asked]).toEqual([])
  })

  test('META-09: follows a redirect within the server, but not to another host', async () => {
    const elsewhere = await serve((_request, response) => response.end(png))
    const { origin, owner } = await serve((request, response) => {
      const to = { '/in': '/icon.png', '/out': `${elsewhere.origin}/icon.png`, '/round': '/round' }
      const location = to[request.url as keyof typeof to]
      if (location === undefined) response.end(png)
      else response.writeHead(302, { location }).end()
    })
    const icons = createIcons(fetchIcon, clients)
    expect(await icons.read(owner, `${origin}/in`)).toMatchObject({ mimeType: 'image/png' })
    await expect(icons.read(owner, `${origin}/out`)).rejects.toThrow(/redirects to a different site/)
    await expect(icons.read(owner, `${origin}/round`)).rejects.toThrow(/redirects in a loop/)
    expect(elsewhere.asked).toEqual([])
  })

  test('reports a failure and is tried again at the next request', async () => {
    let isThere = false
    const { origin, owner } = await serve((_request, response) => {
      if (isThere) response.end(png)
      else response.writeHead(404).end('not found')
    })
    const icons = createIcons(fetchIcon, clients)
    await expect(icons.read(owner, `${origin}/icon.png`)).rejects.toThrow(/status 404/)
    isThere = true
    expect(await icons.read(owner, `${origin}/icon.png`)).toMatchObject({ mimeType: 'image/png' })
  })

  test('is cut off if it never ends', async () => {
    const { origin, owner } = await serve((_request, response) => {
      response.write(png)
      const more = () =>
        void (response.destroyed || (response.write(Buffer.alloc(65_536)), setImmediate(more)))
      more()
    })
    await expect(createIcons(fetchIcon, clients).read(owner, `${origin}/icon.png`)).rejects.toThrow(
      /too large/
    )
  })

  test('is given up if there is no answer', async () => {
    const { origin } = await serve(() => {})
    const options = { limitBytes: 9, timeLimitMs: 100, isPrivateAllowed: true }
    await expect(fetchIcon(new URL(origin), options)).rejects.toThrow(/didn't answer in time/)
  })

  test('META-09: is requested only over https, and never from the local network, for a program of this computer', async () => {
    const { origin, asked } = await serve((_request, response) => response.end(png))
    const icons = createIcons(fetchIcon, clients)
    await expect(icons.read(local, `${origin}/icon.png`)).rejects.toThrow(/only from https/)
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '192.168.1.1',
      '169.254.169.254',
      '[::ffff:10.0.0.1]'
    ]) {
      await expect(icons.read(local, `https://${host}/icon.png`)).rejects.toThrow(
        /on this computer or in its local network/
      )
    }
    expect(asked).toEqual([])
  })
})
