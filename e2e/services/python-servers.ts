/** Protected servers of the official Python library, in the shape of its own examples: `programs`. */
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

async function startPython(program: string, port: number, args: readonly string[]): Promise<PythonServer> {
  const origin = `http://127.0.0.1:${port}`
  const url = `${origin}/mcp`
  const file = fileURLToPath(new URL(`programs/${program}`, import.meta.url))
  const child = spawn(process.env['PARLEY_PROTECTED_PYTHON'] ?? 'python3', [file, String(port), ...args], {
    stdio: ['ignore', 'ignore', 'pipe']
  })
  let said = ''
  child.stderr.on('data', (part: Buffer) => (said += String(part)))
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  await expect
    .poll(
      async () => {
        if (child.exitCode !== null) throw new Error(`${program} has ended:\n${said.slice(-2_000)}`)
        return await fetch(url, { method: 'POST' }).then(
          ({ status }) => status,
          () => null
        )
      },
      { timeout: 120_000 }
    )
    .toBe(401)
  return {
    origin,
    url,
    [Symbol.asyncDispose]: async () => {
      process.off('exit', end)
      end()
      await expect.poll(() => child.exitCode ?? child.signalCode).not.toBeNull()
    }
  }
}
