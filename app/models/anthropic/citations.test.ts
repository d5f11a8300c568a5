/** Recorded shapes of the API's citations. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import { collect, live, request } from '../testing/providers-under-test'
import { anthropic } from './descriptor'
import { requestFor } from './anthropic-provider'

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

async function partsOf(...events: readonly { readonly type: string }[]) {
  const body = events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')
  const server = createServer((_incoming, outgoing) => {
    outgoing.writeHead(200, { 'content-type': 'text/event-stream' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  const { port } = server.address() as AddressInfo
  const baseUrl = `http://127.0.0.1:${port}`
  const provider = anthropic.create({ name: 'a', baseUrl, readKey: () => Promise.resolve('key') })
  return await collect(provider.stream(request(), live()))
}

const delta = (change: object) => ({ type: 'content_block_delta', index: 0, delta: change })
const cited = (citation: object) => delta({ type: 'citations_delta', citation })
const page = {
  type: 'page_location',
  cited_text: 'The grass is green.\r\n',
  document_index: 0,
  document_title: 'report.pdf',
  start_page_number: 5,
  end_page_number: 6,
  file_id: null
}
const around = (...events: readonly { readonly type: string }[]) => [
  { type: 'message_start', message: { id: 'm', usage: { input_tokens: 9, output_tokens: 1 } } },
  { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '', citations: [] } },
  ...events,
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 5 } },
  { type: 'message_stop' }
]

it('CHAT-11: reports the passages that an answer cites after its text, with page numbers starting at 1', async () => {
  const { parts, error } = await partsOf(
    ...around(
      delta({ type: 'text_delta', text: 'The grass is green' }),
      cited(page),
      cited({ ...page, cited_text: 'Green it is.', end_page_number: 8 }),
      cited({ type: 'char_location', cited_text: 'Also here.', document_title: null, start_char_index: 0 }),
      cited({ ...page, cited_text: ' ' })
    )
  )
  expect(error).toBeNull()
  expect(parts.slice(0, -1)).toEqual([
    { type: 'text-delta', text: 'The grass is green' },
    {
      type: 'cited',
      citation: { source: 'report.pdf', quote: 'The grass is green.\r\n', pages: { from: 5, to: 5 } }
    },
    { type: 'cited', citation: { source: 'report.pdf', quote: 'Green it is.', pages: { from: 5, to: 7 } } },
    { type: 'cited', citation: { source: '', quote: 'Also here.', pages: null } }
  ])
})

it("requests citations only at the vendor's own address, because imitating services may reject them", () => {
  const block = {
    ...({ type: 'resource', uri: 'a.pdf', mimeType: 'application/pdf' } as const),
    text: null,
    blob: 'JVBE'
  }
  const messages = [{ role: 'user' as const, content: [{ type: 'block' as const, block }] }]
  const asked = request({ messages, takesDocuments: true })
  const sentTo = (baseUrl: string) => JSON.stringify(requestFor(baseUrl, asked, anthropic.limits))
  expect(sentTo('https://api.anthropic.com')).toContain('"citations":{"enabled":true}')
  expect(sentTo('https://imitates.example')).toContain('"type":"document"')
  expect(sentTo('https://imitates.example')).not.toContain('citations')
})
