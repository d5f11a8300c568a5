/**
 * A server that says of itself and its tools what a file says at every moment: `--says=FILE` with `{ instructions, tools }`.
 * `--unannounced`: it does not tell when its tools change, and lists none while the file has `isSilent`.
 * `--record=FILE` shows what arrived.
 */
import fs from 'node:fs'
import { notify, option, serve, silence, textResult } from './line-server.mjs'

const file = option('says')
const read = () => fs.readFileSync(file, 'utf8')
const inputSchema = { type: 'object', properties: {} }
const toolsOf = (text) => JSON.parse(text).tools.map((tool) => ({ inputSchema, ...tool }))

const isAnnounced = !process.argv.includes('--unannounced')
let known = read()
const tools = toolsOf(known)
setInterval(() => {
  const text = read()
  if (text === known || text === '') return
  known = text
  tools.splice(0, tools.length, ...toolsOf(text))
  if (isAnnounced) notify('notifications/tools/list_changed')
}, 20).unref()

serve({
  name: 'word-file',
  tools,
  call: { notes: () => textResult('noted') },
  on: {
    initialize: ({ params }) => ({
      protocolVersion: params.protocolVersion,
      capabilities: { tools: isAnnounced ? { listChanged: true } : {} },
      serverInfo: { name: 'word-file', version: '1.0.0' },
      instructions: JSON.parse(known).instructions
    }),
    'tools/list': () => {
      const text = read()
      if (JSON.parse(text).isSilent) return silence
      return { tools: isAnnounced ? tools : toolsOf(text) }
    }
  }
})
