import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openHistoryFile } from './open-history-file'
import { createStore, type SynchronousStore } from './history-store'
import { createStoredConversation, createStoredMessage } from './testing/samples'

let folder: string
let store: SynchronousStore

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-find-'))
  store = createStore(await openHistoryFile(path.join(folder, 'parley.db'), () => 0))
  store.saveConversation(createStoredConversation('c'))
  store.saveConversation(createStoredConversation('other'))
})

afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

test('finds messages with the words in the order of the conversation, each with its number of matches', () => {
  const first = createStoredMessage('c', 1, 'Tea, green TEA')
  const second = createStoredMessage('c', 2, 'coffee')
  const third = createStoredMessage('c', 3, 'tea')
  for (const message of [first, second, third, createStoredMessage('other', 1, 'tea')])
    store.saveMessage(message)
  expect(store.findMessages('c', 'tea')).toEqual([
    { messageId: first.id, count: 2 },
    { messageId: third.id, count: 1 }
  ])
})

test('ignores Markdown syntax between words, which the user does not see', () => {
  const message = createStoredMessage('c', 1, 'the **first** `draft` of [the notes](https://example.org/a)')
  store.saveMessage(message)
  expect(store.findMessages('c', 'the first draft of the notes')).toEqual([
    { messageId: message.id, count: 1 }
  ])
  expect(store.findMessages('c', '**first**')).toEqual([{ messageId: message.id, count: 1 }])
})

test('treats special characters of databases and patterns literally', () => {
  const message = createStoredMessage('c', 1, '100% of a_b "x" OR 1=1 (.*)')
  store.saveMessage(message)
  for (const words of ['100%', 'a_b', '"x" OR 1=1', '(.*)'])
    expect(store.findMessages('c', words)).toHaveLength(1)
  expect(store.findMessages('c', 'a%b')).toEqual([])
})
