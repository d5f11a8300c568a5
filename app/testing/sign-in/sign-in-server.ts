/** Starts the protected server with its authorization server, and reads the requests that they received. */
import { spawn } from 'node:child_process'
import type { Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../servers/sign-in-servers.mjs', import.meta.url))

export interface SignInServer {
  readonly url: string
  readonly issuer: string
  /** Requests in their order. */
  log(): Promise<readonly SignInRequests[]>
  /** Ends all tokens that were given. */
  expire(): Promise<void>
  /** That, and nothing renews them. */
  revoke(): Promise<void>
  /** From now on token requests are kept (`before`), or carried out and their answers lost (`after`). */
  hold(when: 'before' | 'after'): Promise<void>
  release(): Promise<void>
  close(): void
}

export interface SignInRequests {
  readonly at: 'issuer' | 'server'
  readonly method: string
  readonly url: string
  readonly rpc?: string
  readonly hasToken?: boolean
  readonly isLetIn?: boolean
  /** The kind of grant that was given; method and address are empty then. */
  readonly granted?: string
}

/** What only the two sides of a sign-in know. */
export interface SignInSecret {
  readonly kind: string
  readonly value: string
}

export interface SignInServerOptions {
  /** How it differs from the usual: see `servers/sign-in-server.mjs`. */
  readonly scenario?: string
  /** How long tokens live, in seconds. */
  readonly ttl?: number
  readonly delegates?: readonly string[]
  /** Known values. */
  readonly staticKey?: string
  readonly clientSecret?: string
  /** What describes a client, by the https address that is its id; with it, the server takes such ids. */
  readonly clientDocuments?: Readonly<Record<string, object>>
  /** Public, as a JWK, of the client `keyed`. */
  readonly clientKey?: object
}

interface Addresses {
  readonly url: string
  readonly issuer: string
  readonly control: string
}

type News = { readonly id: number } & (Addresses | SignInSecret | { readonly failed: string })

interface ServingProcess {
  /** Writes a line. */
  say(order: object): void
  /** Listeners for news of each server, by its number. */
  readonly heard: Map<number, (news: News | null) => void>
}

/** One for all servers of a process that tests; it ends with it. */
let serving: ServingProcess | undefined
let started = 0

/** `onSecret` hears of each secret as it comes up. */
export async function startSignInServer(
  options: SignInServerOptions = {},
  onSecret?: (secret: SignInSecret) => void
): Promise<SignInServer> {
  const { say, heard } = (serving ??= startProcess())
  const id = (started += 1)
  const { url, issuer, control } = await new Promise<Addresses>((resolve, reject) => {
    heard.set(id, (news) => {
      if (news !== null && 'kind' in news) onSecret?.({ kind: news.kind, value: news.value })
      else if (news !== null && 'url' in news) resolve(news)
      else reject(new Error(`The server did not start: ${news?.failed ?? 'its process ended'}`))
    })
    say({ id, options: { ...options, tells: onSecret !== undefined } })
  })
  return {
    url,
    issuer,
    log: async () => (await (await fetch(`${control}/log`)).json()) as readonly SignInRequests[],
    expire: () => post(`${control}/expire`),
    revoke: () => post(`${control}/revoke`),
    hold: (when) => post(`${control}/hold?when=${when}`),
    release: () => post(`${control}/release`),
    close: () => {
      heard.delete(id)
      say({ id })
    }
  }
}

function startProcess(): ServingProcess {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] })
  const heard: ServingProcess['heard'] = new Map()
  child.once('exit', () => {
    serving = undefined
    for (const hear of heard.values()) hear(null)
  })
  child.stdin.on('error', () => undefined) // its exit is reported
  createInterface({ input: child.stdout }).on('line', (line) => {
    if (!line.startsWith('{')) return // warnings of the library
    const news = JSON.parse(line) as News
    heard.get(news.id)?.(news)
  })
  // Tests don't wait for it: it ends when its input is closed.
  child.unref()
  for (const pipe of [child.stdin, child.stdout]) (pipe as Socket).unref()
  return { say: (order) => void child.stdin.write(`${JSON.stringify(order)}\n`), heard }
}

async function post(address: string): Promise<void> {
  await fetch(address, { method: 'POST' })
}
