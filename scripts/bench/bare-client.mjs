/** The least a client can do: one JSON message a line, a map of waiting requests. The floor for a tool call. */
import { spawn } from 'node:child_process'

export async function connectBare({ command, args }) {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const waiting = new Map()
  let nextId = 0
  let rest = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()
    for (const line of lines) {
      const message = JSON.parse(line)
      waiting.get(message.id)?.(message)
      waiting.delete(message.id)
    }
  })
  const send = (message) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const request = (method, params) =>
    new Promise((resolve) => {
      const id = ++nextId
      waiting.set(id, resolve)
      send({ id, method, params })
    })
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bare', version: '0.0.0' }
  })
  send({ method: 'notifications/initialized' })
  return {
    callTool: (name, toolArguments) => request('tools/call', { name, arguments: toolArguments }),
    close: () => {
      child.stdin.end()
      child.kill('SIGKILL')
    }
  }
}
