/** A call that is looked through for text of other servers, in a conversation that holds the texts; and its cost. */
import process from 'node:process'
import type { Message } from '../../contract/conversations'
import type { JsonObject } from '../../contract/json'
import type { WaitingCall } from '../../provenance/interface'
import { called, message } from '../../provenance/testing/sample-messages'

const tool = {
  serverName: 'shell',
  name: 'run',
  title: null,
  description: 'Runs a command.',
  inputSchema: {}
}

export function callIn(messages: readonly Message[], args: JsonObject): WaitingCall {
  return { conversationId: 'c', messages, definitions: [], tool, arguments: args }
}

/** Results of four servers, in a hundred messages at most. */
export function conversationOf(texts: readonly string[]): Message[] {
  const perMessage = Math.ceil(texts.length / 100)
  return Array.from({ length: Math.ceil(texts.length / perMessage) }, (_, index) => {
    const own = texts.slice(index * perMessage, (index + 1) * perMessage)
    const serverName = `server-${index % 4}`
    const parts = own.map((text, step) => called(serverName, text, { step, callId: `call-${index}-${step}` }))
    return message('assistant', parts, index)
  })
}

/** In milliseconds of the processor, so that it matters little what else the machine does. */
export async function timed<T>(work: () => Promise<T>): Promise<{ result: T; time: number }> {
  const start = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(start)
  return { result, time: (user + system) / 1_000 }
}
