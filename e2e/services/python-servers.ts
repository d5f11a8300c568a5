/** Protected servers of the official Python library: one of its own examples, and `programs` in the shape of others. */
import path from 'node:path'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect } from '../expect'
import { freePort, type Realm } from './keycloak-server'

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
  const auth = startProgram(['-m', 'mcp_simple_auth.auth_server', '--port', String(atAuth)])
  await auth.isReady(`${authOrigin}/.well-known/oauth-authorization-server`, 200)
  const server = startProgram([
    ...['-m', 'mcp_simple_auth.server', '--port', String(at), '--auth-server', authOrigin],
    ...['--transport', 'streamable-http', '--oauth-strict']
  ])
  const origin = `http://localhost:${at}`
  await server.isReady(`${origin}/mcp`, 401)
  const end = async () => void (await Promise.all([server.end(), auth.end()]))
  return { origin, url: `${origin}/mcp`, [Symbol.asyncDispose]: end }
}

async function startPython(program: string, port: number, args: readonly string[]): Promise<PythonServer> {
  const origin = `http://127.0.0.1:${port}`
  const url = `${origin}/mcp`
  const file = fileURLToPath(new URL(`programs/${program}`, import.meta.url))
  const { isReady, end } = startProgram([file, String(port), ...args])
  await isReady(url, 401)
  return { origin, url, [Symbol.asyncDispose]: end }
}

function startProgram(args: readonly string[]) {
  const examples = path.join(process.env['PARLEY_PYTHON_EXAMPLES'] ?? '', 'servers/simple-auth')
  const child = spawn(process.env['PARLEY_PROTECTED_PYTHON'] ?? 'python3', args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, PYTHONPATH: examples }
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += String(part)))
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  return {
    /** Once it answers the address with the status. */
    isReady: (url: string, status: number) =>
      expect
        .poll(
          async () => {
            if (child.exitCode !== null) throw new Error(`${args[0]} has ended:\n${said.slice(-2_000)}`)
            const method = status === 401 ? 'POST' : 'GET'
            return await fetch(url, { method }).then(
              (response) => response.status,
              () => null
            )
          },
          { timeout: 120_000 }
        )
        .toBe(status),
    end: async () => {
      process.off('exit', kill)
      kill()
      await expect.poll(() => child.exitCode ?? child.signalCode).not.toBeNull()
    }
  }
}
