import { expect, test } from 'vitest'
import type { Message } from '../contract/conversations'
import { say, toText } from '../texts/render-localized'
import { localizeStoredTexts } from './localize-stored-texts'

/** A message as an older version stored it: its texts are plain. */
const old = {
  id: 'm',
  parts: [
    { type: 'text', step: 0, text: 'Hello' },
    { type: 'note', step: 0, level: 'info', text: 'files asked for input.' },
    {
      type: 'note',
      step: 0,
      level: 'info',
      text: 'files asked twice.',
      exchange: { toolName: 'read', entries: [{ round: 1, text: 'You declined.' }] }
    },
    { type: 'tool-call', callId: 'c', outputProblems: [{ path: '/rows', message: 'It has to be text.' }] }
  ]
} as unknown as Message

test('reads plain texts of older versions unchanged', () => {
  const [text, note, round, call] = localizeStoredTexts(old).parts
  expect(text).toMatchObject({ text: 'Hello' })
  expect(note?.type === 'note' && toText(note.text)).toBe('files asked for input.')
  expect(round?.type === 'note' && round.exchange?.entries.map((entry) => toText(entry.text))).toEqual([
    'You declined.'
  ])
  expect(call?.type === 'tool-call' && call.outputProblems?.map(({ message }) => toText(message))).toEqual([
    'It has to be text.'
  ])
})

test("keeps the keys of texts that have them, and does not change a row that isn't a complete message", () => {
  const text = say('common.bug')
  const kept = { id: 'm', parts: [{ type: 'note', step: 0, level: 'info', text }] } as unknown as Message
  expect(localizeStoredTexts(kept).parts).toEqual(kept.parts)
  const damaged = { id: 'm' } as unknown as Message
  expect(localizeStoredTexts(damaged)).toBe(damaged)
})
