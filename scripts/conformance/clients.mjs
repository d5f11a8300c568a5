// Parley's own clients, loaded once for all scenarios: each is asked for by `ask.mjs` over a line of this machine.

import { once } from 'node:events'
import net from 'node:net'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'

/**
 * @param {string} driver the bundled driver
 * @returns {Promise<{ port: number, close(): void }>}
 */
export async function serveClients(driver) {
  const { runScenario } = await import(pathToFileURL(driver).href)
  const serve = async (socket) => {
    // The runner ends who takes too long.
    socket.on('error', () => {})
    const tell = (news) => socket.writable && socket.write(`${JSON.stringify(news)}\n`)
    const [line] = await once(createInterface({ input: socket }), 'line')
    const isDone = await runScenario(JSON.parse(line), (said) => tell({ said }))
    tell({ isDone })
    socket.end()
  }
  const server = net.createServer((socket) => void serve(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { port: server.address().port, close: () => server.close() }
}
