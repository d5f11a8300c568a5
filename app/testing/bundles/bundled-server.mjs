// A bundle's server in one file: it answers the handshake, and its tool returns how it was started.
import { createInterface } from 'node:readline'

const answer = (id, result) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`)
const schema = { type: 'object', properties: {} }

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  if (method === 'initialize')
    answer(id, {
      protocolVersion: params.protocolVersion,
      capabilities: { tools: {} },
      serverInfo: { name: 'bundled', version: '1.0.0' }
    })
  else if (method === 'tools/list')
    answer(id, { tools: [{ name: 'report', description: 'Says how it was started', inputSchema: schema }] })
  else if (method === 'tools/call') {
    const own = Object.entries(process.env).filter(([name]) => name.startsWith('WEATHER_'))
    const text = JSON.stringify({ args: process.argv.slice(2), env: Object.fromEntries(own) })
    answer(id, { content: [{ type: 'text', text }] })
  } else if (method === 'ping') answer(id, {})
  else
    process.stdout.write(
      `${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32_601, message: 'Unknown' } })}\n`
    )
}
