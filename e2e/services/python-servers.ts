/** Protected servers of the official Python library: one of its own examples, and `programs` in the shape of others. */
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort, type Realm } from './keycloak-server'
import { startService, type Start } from './service-process'

export interface PythonServer extends AsyncDisposable {
  readonly origin: string
  readonly url: string
}

/** One that trusts the realm. */
export async function startProtectedServer(realm: Realm): Promise<PythonServer> {
  const port = await freePort()
  await realm.protect(`http://127.0.0.1:${port}/mcp`)
  const { issuer, introspection, client } = realm
  return await startPython('protected_server.py', port, [issuer, introspection, client.id, client.secret])
}

/** One that is its own authorization server. */
export async function startOwnSignInServer(): Promise<PythonServer> {
  return await startPython('own_sign_in.py', await freePort(), [])
}

/** The library's example `simple-auth` as it is: a server, and the authorization server that it asks about tokens. */
export async function startExampleServer(): Promise<PythonServer> {
  const [atAuth, at] = [await freePort(), await freePort()]
  const authOrigin = `http://localhost:${atAuth}`
  const origin = `http://localhost:${at}`
  const auth = await startProgram(['-m', 'mcp_simple_auth.auth_server', '--port', String(atAuth)], {
    url: `${authOrigin}/.well-known/oauth-authorization-server`
  })
  const options = ['--auth-server', authOrigin, '--transport', 'streamable-http', '--oauth-strict']
  const server = await startProgram(['-m', 'mcp_simple_auth.server', '--port', String(at), ...options], {
    url: `${origin}/mcp`,
    status: 401
  })
  const end = async () => {
    await server[Symbol.asyncDispose]()
    await auth[Symbol.asyncDispose]()
  }
  return { origin, url: `${origin}/mcp`, [Symbol.asyncDispose]: end }
}

async function startPython(program: string, port: number, args: readonly string[]): Promise<PythonServer> {
  const origin = `http://127.0.0.1:${port}`
  const url = `${origin}/mcp`
  const file = fileURLToPath(new URL(`programs/${program}`, import.meta.url))
  const server = await startProgram([file, String(port), ...args], { url, status: 401 })
  return { origin, url, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() }
}

function startProgram(args: readonly string[], there: Pick<Start, 'url' | 'status'>) {
  const examples = path.join(process.env['PARLEY_PYTHON_EXAMPLES'] ?? '', 'servers/simple-auth')
  const command = process.env['PARLEY_PROTECTED_PYTHON'] ?? 'python3'
  return startService({ command, args, env: { PYTHONPATH: examples }, ...there })
}
