/**
 * A registry of servers with the interface of the official one (v0.1), over HTTP on this computer.
 */
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const words = [
  'weather',
  'calendar',
  'mail',
  'maps',
  'music',
  'notes',
  'tickets',
  'photos',
  'trains',
  'recipes'
]

/** The entry with that number, in the registry's format. */
export function createEntry(number: number, version = '2.0.0') {
  const word = words[number % words.length] ?? ''
  const name = `io.github.maker-${number % 97}/${word}-${number}`
  const published = { publishedAt: '2026-03-01T10:00:00Z', updatedAt: '2026-03-01T10:00:00Z' }
  return {
    server: {
      name,
      title: `${word} ${number}`,
      description: `Number ${number} of the servers about ${word}.`,
      version,
      repository: { url: `https://github.com/maker-${number % 97}/${word}-${number}`, source: 'github' },
      packages: [
        {
          registryType: 'npm',
          identifier: `${word}-server-${number}`,
          version,
          transport: { type: 'stdio' },
          environmentVariables: [
            { name: 'API_KEY', description: 'Your key.', isRequired: true, isSecret: true }
          ]
        }
      ]
    },
    _meta: {
      'io.modelcontextprotocol.registry/official': {
        status: 'active',
        ...published,
        isLatest: version === '2.0.0'
      }
    }
  }
}

/** The answer to a path with its query; null: not found. */
export function createAnswer(url: string, entries: number): object | null {
  const { pathname, searchParams } = new URL(url, 'http://registry.test')
  const [, , ofOne] = /^\/v0\.1\/servers(\/([^/]+)\/versions)?$/.exec(pathname) ?? []
  if (ofOne !== undefined) {
    const number = Number(/-(\d+)$/.exec(decodeURIComponent(ofOne))?.[1])
    return {
      servers: ['2.0.0', '1.5.0', '1.0.0'].map((version) => createEntry(number, version)),
      metadata: {}
    }
  }
  if (pathname !== '/v0.1/servers') return null
  const search = (searchParams.get('search') ?? '').toLowerCase()
  const limit = Math.min(Number(searchParams.get('limit') ?? 30), 100)
  const from = Number(searchParams.get('cursor') ?? 0)
  const servers: object[] = []
  let number = from
  for (; number < entries && servers.length < limit; number += 1) {
    const entry = createEntry(number)
    if (entry.server.name.includes(search)) servers.push(entry)
  }
  return {
    servers,
    metadata: { count: servers.length, ...(number < entries && { nextCursor: String(number) }) }
  }
}

export interface TestRegistry {
  readonly address: string
  /** The requests, in order. */
  readonly urls: readonly string[]
  close(): Promise<void>
}

/** Answers in its own way and says true, or leaves the request to the registry. */
export type Misbehave = (request: IncomingMessage, response: ServerResponse) => boolean

export async function openRegistry(
  entries: number,
  misbehave: Misbehave = () => false
): Promise<TestRegistry> {
  const urls: string[] = []
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    urls.push(url)
    if (misbehave(request, response)) return
    const answer = createAnswer(url, entries)
    response.writeHead(answer === null ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(answer ?? { error: 'Not found' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    urls,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    }
  }
}
