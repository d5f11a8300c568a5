/**
 * Its tool `block-ears` closes its own standard input, so that nothing can be sent to it any more. It runs on, and
 * neither the end of its input nor SIGTERM ends it.
 */
import fs from 'node:fs'
import { record, serve, textResult } from './line-server.mjs'

process.on('SIGTERM', () => record({ event: 'SIGTERM' }))
setInterval(() => {}, 60_000)

function blockEars() {
  process.stdin.destroy()
  fs.closeSync(0) // Node itself never closes the standard three
  record({ event: 'ears blocked' })
  return textResult('Nothing reaches me any more')
}

serve({
  name: 'deaf',
  tools: [{ name: 'block-ears', description: 'Closes the input', inputSchema: { type: 'object' } }],
  call: { 'block-ears': blockEars }
})
