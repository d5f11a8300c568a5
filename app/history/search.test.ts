import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openHistoryFile } from './open-history-file'
import { searchConversations } from './search'
import { createStore, type SynchronousStore } from './history-store'
import { createStoredConversation, createStoredMessage } from './testing/samples'

let folder: string
let store: SynchronousStore

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-hits-'))
  store = createStore(await openHistoryFile(path.join(folder, 'parley.db'), () => 0))
  store.saveConversation(createStoredConversation('c', { title: 'Tea' }))
})

afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

const readHit = (query: string) => store.searchConversations(query, 10).flatMap(({ hit }) => hit ?? [])
const foundWords = (query: string) =>
  readHit(query).flatMap(({ pieces }) => pieces.flatMap(({ text, isFound }) => (isFound ? [text] : [])))

test('returns the best matching message, with its original text', () => {
  store.saveMessage(createStoredMessage('c', 1, 'From Zürich, by train and then on foot.'))
  store.saveMessage(createStoredMessage('c', 2, 'The inn of **Zürich** has a garden.\nIt is closed.'))
  const [hit] = readHit('zurich garden')
  expect(hit?.messageId).toBe('m2')
  expect(foundWords('zurich garden')).toEqual(['Zürich', 'garden'])
  expect(hit?.pieces.map(({ text }) => text).join('')).toBe('The inn of Zürich has a garden. It is closed.')
})

test('returns no message for a conversation that matches only by its title', () => {
  store.saveMessage(createStoredMessage('c', 1, 'Something else'))
  expect(readHit('tea')).toEqual([])
  store.saveMessage(createStoredMessage('c', 2, 'tea'))
  expect(foundWords('tea')).toEqual(['tea'])
})

describe('a word that is in thousands of messages', () => {
  const found = (query: string) =>
    store.searchConversations(query, 5).map(({ conversationId, hit }) => [conversationId, hit?.messageId])

  beforeEach(() => {
    store.saveMessage(createStoredMessage('c', 1, 'coffee with sugar'))
    store.saveMessage(createStoredMessage('c', 2, 'nothing of the kind'))
    const messages = Array.from({ length: 1_200 }, (_, index) =>
      createStoredMessage('often', index + 1, 'coffee')
    )
    const conversation = createStoredConversation('often', { updatedAt: 9 })
    store.importConversations([{ conversation, messages, shownId: 'm1200' }])
  })

  test('is found in the newest of them', () => {
    expect(found('coffee')).toEqual([['often', expect.any(String)]])
  })

  test('is found in older ones together with a rare word, in one message or in two', () => {
    expect(found('coffee sugar')).toEqual([['c', 'm1']])
    expect(found('coffee kind')).toEqual([['c', 'm2']])
  })

  test('is found in an old title first', () => {
    store.saveConversation(createStoredConversation('c', { title: 'All about coffee' }))
    expect(found('coffee').map(([id]) => id)).toEqual(['c', 'often'])
  })
})

test('ranks the conversation with both words in one message first', () => {
  store.saveConversation(createStoredConversation('d', { updatedAt: 9 }))
  store.saveMessage(createStoredMessage('d', 1, 'green'))
  store.saveMessage(createStoredMessage('d', 2, 'leaves'))
  store.saveMessage(createStoredMessage('c', 1, 'green leaves of the garden'))
  expect(store.searchConversations('green leaves', 5).map(({ conversationId }) => conversationId)).toEqual([
    'c',
    'd'
  ])
})

test('uses the same number of index queries for many found conversations as for one', async () => {
  const { database } = await openHistoryFile(path.join(folder, 'counted.db'), () => 0)
  const counted = createStore({ database, notice: null, removeBackups: () => {} })
  let questions = 0
  const all: typeof database.all = (sql, values) => {
    questions += 1
    return database.all(sql, values)
  }
  const countFor = (query: string) => {
    questions = 0
    const found = searchConversations(
      { ...database, all, get: (sql, values) => all(sql, values)[0] },
      query,
      50
    )
    return { questions, found: found.length }
  }
  counted.saveConversation(createStoredConversation('rare', { title: 'Rare' }))
  counted.saveMessage(createStoredMessage('rare', 1, 'the kettle sings'))
  const often = Array.from({ length: 30 }, (_, index) => `often${index}`)
  for (const id of often) {
    counted.saveConversation(createStoredConversation(id, { title: 'Often' }))
    counted.saveMessage(createStoredMessage(id, 1, 'the leaf falls'))
  }
  const one = countFor('the kettle s')
  expect(one.found).toBe(1)
  expect(countFor('the leaf f')).toEqual({ questions: one.questions, found: 30 })
  counted.close()
})

test('does not let a text without spaces fill the list', () => {
  store.saveMessage(createStoredMessage('c', 1, `tea${'a'.repeat(500_000)} ${'b'.repeat(500_000)}`))
  const [hit] = readHit('tea')
  expect(hit?.pieces.every(({ text }) => text.length <= 100)).toBe(true)
})

test('keeps conversations pinned and archived after a restart', () => {
  store.saveConversation(createStoredConversation('c', { shelf: 'pinned' }))
  expect(store.listConversations()).toEqual([createStoredConversation('c', { shelf: 'pinned' })])
  store.saveConversation(createStoredConversation('c'))
  expect(store.listConversations()).toEqual([createStoredConversation('c')])
})
