/**
 * A minimal server: `text` returns as many bytes as requested. With `--written=FILE` it writes there when the last byte
 * of its newest answer was read, in milliseconds since the epoch.
 */
import { writeFileSync } from 'node:fs'
import process from 'node:process'
import { createInterface } from 'node:readline'

const line = 'A line that the server found, about as long as usual lines.\n'
const tool = {
  name: 'text',
  description: 'So many bytes of text.',
  inputSchema: { type: 'object', properties: { bytes: { type: 'integer' } }, required: ['bytes'] }
}

const answers = {
  initialize: () => ({
    protocolVersion: '2025-11-25',
    capabilities: { tools: {} },
    serverInfo: { name: 'large', version: '1.0.0' }
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': ({ arguments: { bytes } }) => ({
    content: [{ type: 'text', text: line.repeat(Math.ceil(bytes / line.length)).slice(0, bytes) }]
  }),
  ping: () => ({})
}

const written = process.argv.find((word) => word.startsWith('--written='))?.slice('--written='.length)

for await (const text of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(text)
  if (id === undefined) continue
  const answer = answers[method]
  const body =
    answer === undefined
      ? { error: { code: -32_601, message: `There is no ${method}.` } }
      : { result: answer(params) }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`, () => {
    if (written !== undefined && method === 'tools/call') writeFileSync(written, String(Date.now()))
  })
}
