import { describe, expect, it, vi } from 'vitest'
import type { ResourceContents } from '../../contract/offers'
import type { ServerView } from '../../contract/servers'
import { inspectView } from './inspect-view'

const uri = 'ui://maps/map.html'
const mimeType = 'text/html;profile=mcp-app'

interface Given {
  readonly server?: Partial<ServerView>
  readonly denied?: readonly string[]
}

function inspect(contents: readonly Partial<ResourceContents>[], { server, denied = [] }: Given = {}) {
  const listed = { name: 'maps', state: 'connected', transport: 'stdio', address: 'node maps.js', ...server }
  const read = contents.map((each) => ({ uri, mimeType, text: '<p>Ä</p>', blob: null, ...each }))
  const readResource = vi.fn(() => Promise.resolve(read))
  const inspecting = inspectView(
    { serverName: 'maps', uri },
    {
      servers: { list: () => [listed as ServerView], readResource },
      policy: {
        refusalOfHost: () => null,
        hostsLeft: (hosts) => hosts.filter((host) => !denied.includes(host))
      }
    }
  )
  return { inspecting, readResource }
}

const declare = (ui: ResourceContents['meta']) => [{ meta: { ui: ui ?? {} } }]

describe('inspectView', () => {
  it('reads what a page declares, with both content policies', async () => {
    const csp = {
      connectDomains: ['https://api.example.com', 'http://plain.example'],
      frameDomains: ['https://video.example']
    }
    const { inspecting } = inspect(declare({ csp, permissions: { camera: {} }, prefersBorder: true }))
    const { policies, ...declared } = await inspecting
    expect(declared).toEqual({
      size: 9,
      domains: { connect: ['api.example.com'], resource: [], frame: ['video.example'], baseUri: [] },
      refused: [{ use: 'connect', domain: 'http://plain.example', reason: 'scheme' }],
      permissions: ['camera'],
      prefersBorder: true,
      hasMisnamedMeta: false
    })
    expect(policies.withoutHosts).toContain("connect-src data: blob:; frame-src 'none';")
    expect(policies.withHosts).toContain(
      'connect-src data: blob: https://api.example.com; frame-src https://video.example;'
    )
    expect(policies.withHosts).toMatch(/; frame-ancestors parley-view:\/\/<random>$/)
  })

  it('refuses hosts that Parley would never ask about', async () => {
    const meta = declare({ csp: { connectDomains: ['https://denied.example', 'https://localhost:3000'] } })
    const remote = { transport: 'http', address: 'https://maps.example/mcp' } as const
    const { refused, policies } = await inspect(meta, { server: remote, denied: ['denied.example'] })
      .inspecting
    expect(refused).toEqual([
      { use: 'connect', domain: 'denied.example', reason: 'not-allowed' },
      { use: 'connect', domain: 'localhost:3000', reason: 'not-allowed' }
    ])
    expect(policies.withHosts).toBe(policies.withoutHosts)
  })

  it('says that the server wrote `meta` instead of `_meta`', async () => {
    const { inspecting } = inspect([{ hasMisnamedMeta: true }])
    expect(await inspecting).toMatchObject({ hasMisnamedMeta: true, prefersBorder: null })
  })

  it.each<[string, readonly Partial<ResourceContents>[]]>([
    ['has no page', []],
    ['as text/html.', [{ mimeType: 'text/html' }]],
    ['without a MIME type', [{ mimeType: null }]],
    ['is too large', [{ text: 'x'.repeat(10_000_001) }]]
  ])('fails with a reason if the server %s', async (reason, contents) => {
    const { inspecting } = inspect(contents)
    await expect(inspecting).rejects.toMatchObject({
      code: 'VIEW_UNAVAILABLE',
      message: expect.stringContaining(reason) as string
    })
  })

  it('starts no server', async () => {
    const { inspecting, readResource } = inspect([], { server: { state: 'stopped' } })
    await expect(inspecting).rejects.toMatchObject({ code: 'SERVER_NOT_CONNECTED' })
    expect(readResource).not.toHaveBeenCalled()
  })
})
