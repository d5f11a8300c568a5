/** The everything server of the protocol's authors as a remote server on a port of its own. The caller ends it. */
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { installed } from './watched-clients'

/** A port of this computer on which nothing listens. */
export async function freePort(): Promise<number> {
  const probe = http.createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** `mode` as the server names it. */
export async function serveEverything(
  mode: 'streamableHttp' | 'sse'
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port) }
  const child = spawn(process.execPath, [installed('server-everything'), mode], { env })
  await new Promise<void>((resolve) => {
    child.stderr.on('data', (chunk) => /listening|running/i.test(String(chunk)) && resolve())
  })
  return { url: `http://127.0.0.1:${port}/${mode === 'sse' ? 'sse' : 'mcp'}`, child }
}
