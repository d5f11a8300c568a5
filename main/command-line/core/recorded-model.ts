/** A model that repeats the replies of a recording in their order: an endpoint of the OpenAI API on this computer only. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { RecordedReply } from '../../../app/workbench/recordings/recording'

export interface RecordedModel {
  readonly baseUrl: string
  close(): Promise<void>
}

export const recordedModelId = 'recorded'

/** After the last reply it says nothing more. */
export async function openRecordedModel(replies: readonly RecordedReply[]): Promise<RecordedModel> {
  const remaining = [...replies]
  const server = createServer((request, response) => {
    if (request.method === 'GET')
      return sendJson(response, { object: 'list', data: [{ id: recordedModelId, object: 'model' }] })
    request.resume().once('end', () => sendReply(request, response, remaining))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    }
  }
}

function sendReply(
  { url = '' }: IncomingMessage,
  response: ServerResponse,
  remaining: RecordedReply[]
): void {
  if (!url.endsWith('/chat/completions')) return void response.writeHead(404).end()
  const { text = '', calls = [] } = remaining.shift() ?? {}
  const tools = calls.map(({ callId, name, arguments: args }, index) => ({
    index,
    id: callId,
    type: 'function',
    function: { name, arguments: JSON.stringify(args) }
  }))
  const delta = { role: 'assistant', content: text, ...(tools.length > 0 && { tool_calls: tools }) }
  const ending = tools.length > 0 ? 'tool_calls' : 'stop'
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const choice of [
    { index: 0, delta, finish_reason: null },
    { index: 0, delta: {}, finish_reason: ending }
  ])
    response.write(
      `data: ${JSON.stringify({ id: 'r', object: 'chat.completion.chunk', created: 0, model: recordedModelId, choices: [choice] })}\n\n`
    )
  response.end('data: [DONE]\n\n')
}

function sendJson(response: ServerResponse, value: object): void {
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
