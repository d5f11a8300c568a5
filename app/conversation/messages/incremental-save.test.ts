/**
 * An answer that is saved repeatedly while it grows, in a real file: what is written, and what is there after a
 * restart.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Message, MessagePart } from '../../contract/conversations'
import { openHistoryFile } from '../../history/open-history-file'
import { createStore, type SynchronousStore } from '../../history/history-store'
import { createStoredConversation, createStoredMessage } from '../../history/testing/samples'
import { createIncrementalSave } from './incremental-save'
import { appendText } from './transcript'

let folder: string
let store: SynchronousStore
/** Number of full writes and of writes that only add to the end. */
let written: { whole: number; ends: number }

const open = async () => createStore(await openHistoryFile(path.join(folder, 'parley.db'), Date.now))

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-growing-'))
  store = await open()
  store.saveConversation(createStoredConversation('c'))
  written = { whole: 0, ends: 0 }
})
afterEach(async () => {
  store.close()
  await rm(folder, { recursive: true, force: true })
})

const saver = () =>
  createIncrementalSave({
    saveMessage: async (message) => {
      store.saveMessage(message)
      written.whole += 1
    },
    addToMessage: async (addition) => {
      const isKept = store.addToMessage(addition)
      if (isKept) written.ends += 1
      return isKept
    }
  })

const begun = (text: string): Message => ({
  ...createStoredMessage('c', 1, text),
  role: 'assistant',
  state: 'streaming'
})

const grown = (message: Message, text: string): Message => appendText(message, 0, { text }).message

const stored = () => store.readMessage('c', 'm1')

it('writes only the end of a growing text, and the text is complete after a restart', async () => {
  const save = saver()
  let answer = begun('x'.repeat(10_000))
  await save(answer)
  for (let time = 0; time < 20; time++) {
    answer = grown(answer, ` line ${time}`)
    await save(answer)
  }
  expect(written).toEqual({ whole: 1, ends: 20 })
  expect(stored()).toEqual(answer)
  store.close()
  store = await open()
  expect(stored()).toEqual(answer)
  expect(store.readMessages('c', null, 5).messages).toEqual([answer])
  expect(store.readTree('c').messages).toEqual([answer])
})

it('writes everything when the text has doubled and at its end, so the search finds the added text', async () => {
  const save = saver()
  let answer = begun('x'.repeat(5_000))
  await save(answer)
  for (let time = 0; time < 100; time++) {
    answer = grown(answer, 'y'.repeat(400))
    await save(answer)
  }
  expect(written.whole).toBe(4)
  answer = grown(answer, ' porcupine')
  await save(answer)
  expect(store.searchConversations('porcupine', 5)).toEqual([])
  const complete: Message = { ...answer, state: 'complete' }
  await save(complete)
  expect(store.searchConversations('porcupine', 5)).toHaveLength(1)
  expect(stored()).toEqual(complete)
})

it('writes everything for any other change', async () => {
  const save = saver()
  const answer = begun('x'.repeat(10_000))
  await save(answer)
  await save(grown(answer, 'more'))
  const other: MessagePart = { type: 'text', step: 1, text: 'another part' }
  const changes: Message[] = [
    { ...answer, parts: [...answer.parts, other] },
    { ...answer, parts: [...answer.parts, { ...other, step: 2 }] },
    { ...answer, usage: { inputTokens: 1, outputTokens: 1 } },
    { ...answer, parts: [{ ...other, step: 0, text: 'other words' }] }
  ]
  for (const [index, change] of changes.entries()) {
    await save(change)
    expect(written).toEqual({ whole: 2 + index, ends: 1 })
    expect(stored()).toEqual(change)
  }
})

it('stores the saved version when a text was continued in two ways', async () => {
  const save = saver()
  const answer = grown(begun('x'.repeat(10_000)), 'one')
  await save(answer)
  const [other, next] = [grown(answer, ' two'), grown(answer, ' three')]
  await save(next)
  expect(stored()).toEqual(next)
  await save(grown(next, ' four'))
  expect(stored()).toEqual(grown(next, ' four'))
  await save(grown(other, ' five'))
  expect(stored()).toEqual(grown(other, ' five'))
})

it('adds the end of a text that grew in another place too', async () => {
  const save = saver()
  const answer = begun('x'.repeat(10_000))
  await save(answer)
  const elsewhere = begun(`${'x'.repeat(10_000)} more`)
  await save(elsewhere)
  await save(grown(grown(elsewhere, ' and'), ' most'))
  expect(written).toEqual({ whole: 1, ends: 2 })
  expect(stored()).toEqual(begun(`${'x'.repeat(10_000)} more and most`))
})

it('restores a character that was cut between two saves', async () => {
  const save = saver()
  const answer = begun('x'.repeat(10_000))
  await save(answer)
  const [first = '', second = ''] = '\u{1F600}'.split('')
  const half = grown(answer, first)
  await save(half)
  await save(grown(half, `${second}\0 after`))
  expect(written.ends).toBe(2)
  expect(stored()).toEqual(grown(answer, '\u{1F600}\0 after'))
})

it('does not add to a message that another writer changed', async () => {
  const save = saver()
  const answer = begun('x'.repeat(10_000))
  await save(answer)
  const more = grown(answer, 'more')
  await save(more)
  store.saveMessage(begun('short'))
  const most = grown(more, ' and more')
  await save(most)
  expect(stored()).toEqual(most)
  store.deleteMessage('c', 'm1')
  await save(grown(most, '!'))
  expect(stored()).toEqual(grown(most, '!'))
})

it('writes everything after a failed save', async () => {
  let isFull = false
  const save = createIncrementalSave({
    saveMessage: async (message) => store.saveMessage(message),
    addToMessage: async (addition) => {
      if (isFull) throw new Error('The disk is full.')
      return store.addToMessage(addition)
    }
  })
  const answer = begun('x'.repeat(10_000))
  await save(answer)
  isFull = true
  const more = grown(answer, 'more')
  await expect(save(more)).rejects.toThrow('The disk is full.')
  await save(more)
  expect(stored()).toEqual(more)
})
