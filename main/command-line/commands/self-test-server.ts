/** The server of the self-test: one file without packages, which ends only when it is made to, and so does its child. */

export const serverName = 'self-test'
export const toolName = 'report'

/** What a shell, or wrong quoting, would change. */
export const oddArguments: readonly string[] = [
  'two words',
  '100% of %PATH%',
  'a "quote"',
  'ends in a backslash\\',
  '$HOME & more',
  'ümlaut'
]

export const endlessServer = `
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'

const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
setInterval(() => {}, 1000)
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n')
const report = { name: 'report', description: 'Says how it was started', inputSchema: { type: 'object' } }
const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'self-test', version: '1.0.0' }
  }),
  ping: () => ({}),
  'tools/list': () => ({ tools: [report] }),
  'tools/call': () => {
    const args = process.argv.slice(2)
    const text = JSON.stringify({ args, node: process.versions.node, processIds: [process.pid, child.pid] })
    return { content: [{ type: 'text', text }] }
  }
}
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  const error = { code: -32601, message: 'Unknown' }
  if (Object.hasOwn(methods, method)) answer(id, methods[method](params ?? {}))
  else process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, error }) + '\\n')
}
`
