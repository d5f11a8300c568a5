import { expect, it } from 'vitest'
import type { Message, MessagePart } from '../../contract/conversations'
import { addCallNote } from './call-notes'
import { quote } from '../../texts/render-localized'

const message = (parts: readonly MessagePart[]) => ({ parts: [...parts] }) as Message

it('keeps the rounds of two calls separate, and adds what came between them', () => {
  const first = { serverName: 'travel', text: quote('Asked for input: you answered.'), round: 1 }
  const second = { ...first, text: quote('Asked for input: you declined.'), round: 2 }
  const told = [
    ['one', first],
    ['other', first],
    ['one', { serverName: 'travel', text: quote('Asked outside of its results.') }],
    ['one', second]
  ] as const
  const { parts } = told.reduce((before, [callId, note]) => addCallNote(before, callId, note), message([]))
  const entries = parts.map((part) => (part.type === 'note' ? part.exchange?.entries : null))
  expect(entries).toEqual([
    [
      { round: 1, text: first.text },
      { round: 2, text: second.text }
    ],
    [{ round: 1, text: first.text }],
    undefined
  ])
})
