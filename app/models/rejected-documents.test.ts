import { expect, it } from 'vitest'
import { HostError } from '../base/host-error'
import { quote } from '../texts/render-localized'
import type { ModelPart, ModelRequest } from './model'
import { RejectedDocuments } from './rejected-documents'
import { collect, request } from './testing/providers-under-test'

const block = {
  type: 'resource',
  uri: 'big.pdf',
  mimeType: 'application/pdf',
  text: 'its words',
  blob: 'JVBE'
} as const
const asked = request({
  messages: [{ role: 'user', content: [{ type: 'block', block }] }],
  takesDocuments: true
})
const ended: ModelPart = { type: 'ended', stopReason: 'end_turn', usage: null }
const tooMany = 'messages.0.content.0: A maximum of 100 PDF pages may be provided.'

/** A provider that rejects documents with this message. */
function refusing(words: string) {
  const got: ModelRequest[] = []
  async function* ask(wanted: ModelRequest): AsyncIterable<ModelPart> {
    got.push(wanted)
    await Promise.resolve()
    if (wanted.takesDocuments === true) throw new HostError('MODEL_REFUSED_REQUEST', quote(words))
    yield ended
  }
  return { got, ask }
}

it("sends a rejected document as text, names it with the reason, and doesn't try it again", async () => {
  const { got, ask } = refusing(tooMany)
  const refused = new RejectedDocuments()
  const first = await collect(refused.without('p/m', asked, ask))
  expect(first).toMatchObject({ error: null, parts: [{ type: 'document-left-out', name: 'big.pdf' }, ended] })
  expect(JSON.stringify(first.parts)).toContain('100 PDF pages')
  await collect(refused.without('p/m', asked, ask))
  expect(got.map(({ takesDocuments }) => takesDocuments)).toEqual([true, false, false])
  // Another model may accept it.
  await collect(refused.without('p/other', asked, ask))
  expect(got.at(3)?.takesDocuments).toBe(true)
})

it('throws an error with a different cause', async () => {
  const { got, ask } = refusing('temperature: not supported')
  const { error, parts } = await collect(new RejectedDocuments().without('p/m', asked, ask))
  expect(error).toMatchObject({ code: 'MODEL_REFUSED_REQUEST' })
  expect([parts, got.length]).toEqual([[], 1])
})
