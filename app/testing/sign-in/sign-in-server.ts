/** Starts the protected server with its authorization server, and reads what they were asked. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../servers/sign-in-server.mjs', import.meta.url))

export interface SignInServer {
  readonly url: string
  readonly issuer: string
  /** Requests in their order. */
  log(): Promise<readonly AskedOf[]>
  /** Ends all tokens that were given. */
  expire(): Promise<void>
  /** That, and nothing renews them. */
  revoke(): Promise<void>
  /** From now on token requests are kept (`before`), or carried out and their answers lost (`after`). */
  hold(when: 'before' | 'after'): Promise<void>
  release(): Promise<void>
  close(): void
}

export interface AskedOf {
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
  /** What somebody knows already. */
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

/** `onSecret` hears of each secret as it comes up. */
export async function startSignInServer(
  options: SignInServerOptions = {},
  onSecret?: (secret: SignInSecret) => void
): Promise<SignInServer> {
  const tells = onSecret !== undefined
  const child = spawn(process.execPath, [program, JSON.stringify({ ...options, tells })], {
    stdio: ['pipe', 'pipe', 'ignore']
  })
  const { url, issuer, control } = await new Promise<Addresses>((resolve, reject) => {
    child.once('exit', () => reject(new Error('The server did not start')))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!line.startsWith('{')) return
      const told = JSON.parse(line) as Addresses | SignInSecret
      if ('kind' in told) onSecret?.(told)
      else resolve(told)
    })
  })
  return {
    url,
    issuer,
    log: async () => (await (await fetch(`${control}/log`)).json()) as readonly AskedOf[],
    expire: () => post(`${control}/expire`),
    revoke: () => post(`${control}/revoke`),
    hold: (when) => post(`${control}/hold?when=${when}`),
    release: () => post(`${control}/release`),
    close: () => void child.kill()
  }
}

async function post(address: string): Promise<void> {
  await fetch(address, { method: 'POST' })
}
