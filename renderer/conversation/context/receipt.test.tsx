/** The receipt of an answer: everything sent and received for it, as lines to read and files to save. */
import { act, screen, within } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { LedgerEntry } from '../../../app/contract/ledger'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleAnswer, sampleToolCall, sampleShownMessage } from '../../testing/sample-messages'
import { sampleResourcePart } from '../../testing/sample-offers'
import { sampleNow } from '../../testing/sample-state'
import { show } from '../../testing/show'
import { buildReceipt } from './receipt'
import { asMarkdown } from './receipt-lines'
import { ReceiptDialog } from './receipt-dialog'
import { openReceipt, useReceiptView } from './receipt-view-store'

afterEach(() => useReceiptView.setState(useReceiptView.getInitialState(), true))

const entry = (position: number, more: Partial<LedgerEntry>): LedgerEntry => ({
  position,
  at: sampleNow,
  recipientType: 'model',
  recipient: 'anthropic',
  kind: 'conversation',
  subject: 'claude-sonnet-4-5',
  bytes: 2_000,
  conversationId: 'c1',
  messageId: 'm2',
  callId: null,
  decidedBy: 'person',
  decision: null,
  excerpt: 'Draft the notes',
  hash: '0'.repeat(64),
  ...more
})
const toServer: Partial<LedgerEntry> = {
  recipientType: 'server',
  recipient: 'everything',
  kind: 'tool call',
  subject: 'echo',
  bytes: 19,
  callId: 'call-1',
  excerpt: '{"message":"hello"}'
}
/** Newest first, as in the ledger. */
const entries = [entry(3, { bytes: 3_000 }), entry(2, toServer), entry(1, {})]

const question = sampleShownMessage({
  parts: [
    sampleResourcePart(),
    { type: 'file', name: 'plan.md', mimeType: 'text/markdown', size: 1_200, text: '# Plan', data: null },
    { type: 'text', step: 0, text: 'Draft it.' }
  ]
})
const answer = sampleAnswer({
  parts: [
    sampleToolCall(),
    sampleToolCall({ callId: 'call-2', state: 'denied', startedAt: null, content: [] })
  ],
  tookMs: 4_200,
  usage: { inputTokens: 900, outputTokens: 80, cost: 0.02 }
})
const source = { answer, question, entries, grants: [], currency: 'USD' }

test('lists what was sent in order, each call with its approval, and what was read', () => {
  const receipt = buildReceipt(source)
  expect(receipt.sent.map(({ recipient, bytes }) => [recipient, bytes])).toEqual([
    ['anthropic', 2_000],
    ['everything', 19],
    ['anthropic', 3_000]
  ])
  expect(receipt.calls).toMatchObject([
    { server: 'everything', tool: 'echo', state: 'done', decidedBy: 'your decision', tookMs: 412 },
    { state: 'denied', decidedBy: null, tookMs: null, resultSize: 0 }
  ])
  expect(receipt.calls[0]?.resultSize).toBe(JSON.stringify(sampleToolCall().content).length)
  expect(receipt.read).toMatchObject([
    { type: 'resource', server: sampleResourcePart().serverName },
    { type: 'file', name: 'plan.md', server: null, size: 1_200 }
  ])
  expect(receipt).toMatchObject({ tookMs: 4_200, usage: answer.usage, currency: 'USD' })
})

test('names the permission that allowed a call, also a revoked one', () => {
  const byGrant = [entry(2, { ...toServer, decidedBy: 'grant', decision: 'g1' })]
  expect(buildReceipt({ ...source, entries: byGrant }).calls[0]?.decidedBy).toBe(
    'by a permission that was revoked'
  )
})

test('says so if an answer has no calls or no ledger', () => {
  const bare = sampleAnswer({ parts: [] })
  const text = asMarkdown(buildReceipt({ ...source, answer: bare, question: null, entries: [] }), [])
  expect(text).toContain('No tool calls')
  expect(text).toContain('Nothing in the activity log.')
  expect(text).toContain('Nothing was attached to the message.')
})

test('shows text from others without Markdown', () => {
  const odd = entry(1, { recipient: '# [x](http://x)\n*all*', excerpt: '<b>&\n- item' })
  const text = asMarkdown(buildReceipt({ ...source, entries: [odd] }), [])
  expect(text).toContain('\\# \\[x\\](http://x) \\*all\\*')
  expect(text).toContain('\n      <b>&\n      - item\n')
  expect(text.split('\n').filter((line) => line.startsWith('#'))).toHaveLength(4)
})

test("shows the requested answer in the dialog, from that answer's ledger only", async () => {
  const bridge = installFakeBridge({
    handlers: { 'ledger.search': () => ({ entries, hasEarlier: false, recipients: [] }) }
  })
  act(() => openReceipt('m2'))
  show(<ReceiptDialog messages={[question, answer]} />)
  const dialog = await screen.findByRole('dialog', { name: 'Receipt of this answer' })
  await within(dialog).findByText(/2 calls to 1 server; 5 kB to anthropic and 19 bytes to everything\./)
  expect(bridge.inputsOf('ledger.search')).toMatchObject([{ messageId: 'm2' }])
  const sent = within(dialog).getByRole('region', { name: 'Data sent' })
  expect(within(sent).getAllByRole('listitem')).toHaveLength(3)
  const tools = within(dialog).getByRole('region', { name: 'Tools called' })
  expect(tools.textContent).toContain('allowed: your decision')
  expect(tools.textContent).toContain('denied')
  expect(dialog.textContent).toContain('$0.02')
  for (const kind of ['Markdown', 'JSON'])
    expect(
      within(within(dialog).getByRole('group', { name: kind })).getByRole('button', { name: 'Save as…' })
    ).toBeTruthy()
})
