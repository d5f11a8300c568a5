/** A minimal client: one JSON message per line and a map of waiting requests. The baseline for a tool call. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { JsonObject } from '../../contract/json'

interface Answer {
  readonly id?: number
  readonly result?: JsonObject
}

export interface BareClient {
  /** On the server's first page. */
  listTools(): Promise<Answer>
  callTool(name: string, args: JsonObject): Promise<Answer>
  close(): Promise<void>
}

export async function connectBare(command: string, args: readonly string[]): Promise<BareClient> {
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const ended = once(child, 'exit')
  const waiting = new Map<number, (answer: Answer) => void>()
  let nextId = 0
  let rest = ''
  const take = (line: string): void => {
    const answer = JSON.parse(line) as Answer
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer)
  }
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    // Searches only the new part: otherwise the baseline would become slower with longer lines.
    const [first = '', ...others] = chunk.split('\n')
    rest += first
    for (const next of others) {
      take(rest)
      rest = next
    }
  })
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const request = (method: string, params: object): Promise<Answer> =>
    new Promise((resolve) => {
      const id = ++nextId
      waiting.set(id, (answer) => {
        waiting.delete(id)
        resolve(answer)
      })
      send({ id, method, params })
    })
  await request('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'bare', version: '0.0.0' }
  })
  send({ method: 'notifications/initialized' })
  return {
    listTools: () => request('tools/list', {}),
    callTool: (name, given) => request('tools/call', { name, arguments: given }),
    close: async () => {
      child.kill('SIGKILL')
      await ended
    }
  }
}
