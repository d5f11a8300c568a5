/** Starts the protected server with its authorization server, and reads what they were asked. */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const program = fileURLToPath(new URL('../../../e2e/fixtures/servers/sign-in-server.mjs', import.meta.url))

export interface SignInServer {
  readonly url: string
  readonly issuer: string
  /** Requests in their order. */
  log(): Promise<readonly AskedOf[]>
  /** Ends all tokens that were given. */
  expire(): Promise<void>
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

export async function startSignInServer(options: {
  readonly scenario?: string
  readonly ttl?: number
  readonly delegates?: readonly string[]
  /** What describes a client, by the https address that is its id; with it, the server takes such ids. */
  readonly clientDocuments?: Readonly<Record<string, object>>
  /** Public, as a JWK, of the client `keyed`. */
  readonly clientKey?: object
}): Promise<SignInServer> {
  const child = spawn(process.execPath, [program, JSON.stringify(options)], {
    stdio: ['pipe', 'pipe', 'ignore']
  })
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.startsWith('{')) continue
    const { url, issuer, control } = JSON.parse(line) as Record<'url' | 'issuer' | 'control', string>
    return {
      url,
      issuer,
      log: async () => (await (await fetch(`${control}/log`)).json()) as readonly AskedOf[],
      expire: () => post(`${control}/expire`),
      hold: (when) => post(`${control}/hold?when=${when}`),
      release: () => post(`${control}/release`),
      close: () => void child.kill()
    }
  }
  throw new Error('The server did not start')
}

async function post(address: string): Promise<void> {
  await fetch(address, { method: 'POST' })
}
