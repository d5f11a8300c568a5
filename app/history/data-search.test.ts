/** Search in tool results and attachments: ranked after written text, and only while the content exists. */
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FilePart, Message, MessagePart, ToolCallPart } from '../contract/conversations'
import { indexOlder } from './data-index'
import { dataLimit } from './data-parts'
import { openDatabase, type Database } from './database'
import { openHistoryFile } from './open-history-file'
import { migrate } from './database-schema'
import { createStore, type SynchronousStore } from './history-store'
import { createStoredCall, createStoredConversation, createStoredMessage } from './testing/samples'

let folder: string
let store: SynchronousStore
let database: Database

const file = () => path.join(folder, 'parley.db')

async function open(): Promise<void> {
  const opened = await openHistoryFile(file(), () => 0)
  database = opened.database
  store = createStore(opened)
}

beforeEach(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-data-'))
  await open()
  store.saveConversation(createStoredConversation('c', { title: 'Tea' }))
})

afterEach(() => {
  store.close()
  rmSync(folder, { recursive: true, force: true })
})

const withParts = (number: number, parts: readonly MessagePart[], text = 'said'): Message => {
  const message = createStoredMessage('c', number, text)
  return { ...message, role: 'assistant', parts: [...message.parts, ...parts] }
}
const fileOf = (changes: Partial<FilePart>): FilePart => ({
  type: 'file',
  name: 'notes.txt',
  mimeType: 'text/plain',
  size: 1,
  text: null,
  data: null,
  ...changes
})
const found = (query: string) => store.searchConversations(query, 10)
const placeOf = (query: string) => found(query)[0]?.hit?.place
const idsFor = (query: string) => found(query).map(({ conversationId }) => conversationId)
const count = (table: 'data_rows' | 'data_index', where = '') =>
  Number(database.get(`SELECT count(*) AS count FROM ${table} ${where}`)?.['count'])

describe('a result of a tool', () => {
  const call = (changes: Partial<ToolCallPart>) =>
    store.saveMessage(withParts(1, [createStoredCall('k', '', changes)]))

  test('is found by its text, with the words around it and its call', () => {
    call({ content: [{ type: 'text', text: 'Heavy rain over **Zürich**, later a föhn wind.' }] })
    const [hit] = found('zurich fohn')
    expect(hit?.hit?.pieces.filter(({ isFound }) => isFound).map(({ text }) => text)).toEqual([
      'Zürich',
      'föhn'
    ])
    expect(hit?.hit).toMatchObject({
      messageId: 'm1',
      place: { type: 'call', callId: 'k', toolName: 'forecast', isInResult: true, isBeyond: false }
    })
    expect(idsFor('hail')).toEqual([])
  })

  test('is found by the name and the title of its tool and by its arguments', () => {
    call({ toolTitle: 'Seven days', arguments: { where: { city: 'Winterthur' } } })
    for (const words of ['forecast', 'seven', 'winterthur', 'city'])
      expect(placeOf(words), words).toMatchObject({ callId: 'k', isInResult: false })
  })

  test('is shown where it repeats its arguments', () => {
    call({ arguments: { message: 'hail' }, content: [{ type: 'text', text: 'Echo: hail' }] })
    expect(found('hail')[0]?.hit?.pieces.map(({ text }) => text)).toEqual(['Echo: ', 'hail'])
    expect(placeOf('hail')).toMatchObject({ isInResult: true })
  })

  test('is found by its structured data, by resources in it, by what a script printed and by a late answer', () => {
    call({
      content: [
        { type: 'resource', uri: 'weather://stations', mimeType: null, text: 'barometer', blob: null },
        { type: 'unknown', raw: { inside: ['hygrometer'] } }
      ],
      structuredContent: { stations: [{ name: 'Säntis' }] },
      script: { output: 'anemometer' },
      lateAnswer: {
        at: 3,
        content: [{ type: 'text', text: 'pluviometer' }],
        structuredContent: null,
        isError: false
      }
    })
    for (const words of ['barometer', 'stations', 'hygrometer', 'santis', 'anemometer', 'pluviometer'])
      expect(placeOf(words), words).toMatchObject({ callId: 'k', isInResult: true })
  })

  test('is not found by its pictures, nor before it has ended', () => {
    call({ state: 'running', content: [{ type: 'text', text: 'hail' }] })
    expect(idsFor('hail')).toEqual([])
    call({ content: [{ type: 'image', mimeType: 'image/png', data: 'hail' }] })
    expect(idsFor('hail')).toEqual([])
  })

  test('of a script is found at the card of that script', () => {
    call({ content: [{ type: 'text', text: 'hail' }], scriptCallId: 'script' })
    expect(placeOf('hail')).toMatchObject({ callId: 'k', scriptCallId: 'script' })
  })

  test("is found when it is stored beside its message, and text that the call doesn't show is marked as beyond", () => {
    const text = `snow ${'and so on '.repeat(100)} avalanche`
    store.keepResult({ conversationId: 'c', messageId: 'm1', callId: 'k', text })
    call({ content: [{ type: 'text', text: 'snow' }], kept: { length: text.length, shown: 4 } })
    expect(placeOf('snow')).toMatchObject({ isBeyond: false })
    expect(placeOf('avalanche')).toMatchObject({ isBeyond: true })
  })

  test('is read up to a limit', () => {
    const long = `${'a b '.repeat(dataLimit / 4 - 40)} within`
    call({ content: [{ type: 'text', text: `${long} ${'c '.repeat(200)} behind` }] })
    expect(idsFor('within')).toEqual(['c'])
    expect(idsFor('behind')).toEqual([])
  })

  test('is not read again when its message is saved again, unless something was added', () => {
    const message = withParts(1, [createStoredCall('k', 'hail')])
    store.saveMessage(message)
    const runs: string[] = []
    const run: Database['run'] = (sql, values) => {
      runs.push(sql)
      database.run(sql, values)
    }
    const watched = createStore({ database: { ...database, run }, notice: null, removeBackups: () => {} })
    watched.saveMessage({ ...message, state: 'streaming' })
    expect(runs.filter((sql) => sql.includes('data_index'))).toEqual([])
    watched.saveMessage({ ...message, parts: [...message.parts, createStoredCall('l', 'sleet')] })
    expect(runs.filter((sql) => sql.includes('data_index'))).toHaveLength(1)
    expect(idsFor('hail')).toEqual(['c'])
    expect(placeOf('sleet')).toMatchObject({ callId: 'l' })
  })
})

describe('an attachment', () => {
  test('is found by text in a file: text, code, and text extracted from a document', () => {
    store.saveMessage(
      withParts(1, [
        fileOf({ text: 'Buy darjeeling' }),
        fileOf({ name: 'plan.pdf', mimeType: 'application/pdf', text: 'Chapter seven', data: 'AAAA' }),
        fileOf({ name: 'picture.png', mimeType: 'image/png', data: 'chapter' })
      ])
    )
    expect(placeOf('darjeeling')).toEqual({ type: 'attachment', part: 1, kind: 'file', name: 'notes.txt' })
    expect(placeOf('chapter')).toEqual({ type: 'attachment', part: 2, kind: 'file', name: 'plan.pdf' })
  })

  test('is found by the content of a resource and of a prompt', () => {
    const contents = [{ uri: 'notes://1', mimeType: null, text: 'oolong', blob: null }]
    const resource = {
      type: 'resource' as const,
      serverName: 'notes',
      uri: 'notes://1',
      name: 'First',
      mimeType: null
    }
    const prompt = {
      type: 'prompt' as const,
      serverName: 'notes',
      name: 'ask',
      arguments: { about: 'sencha' }
    }
    store.saveMessage(
      withParts(1, [
        { ...resource, readAt: 1, contents, hasChanged: false },
        { ...prompt, messages: [{ role: 'user', content: { type: 'text', text: 'matcha' } }] }
      ])
    )
    expect(placeOf('oolong')).toMatchObject({ kind: 'resource', name: 'First' })
    expect(placeOf('sencha')).toMatchObject({ kind: 'prompt', name: 'ask' })
    expect(placeOf('matcha')).toMatchObject({ kind: 'prompt' })
  })
})

describe('ranks written text first', () => {
  beforeEach(() => {
    store.saveConversation(createStoredConversation('written', { updatedAt: 1 }))
    store.saveMessage(createStoredMessage('written', 1, 'green leaves, and rain'))
    store.saveConversation(createStoredConversation('c', { title: 'Weather', updatedAt: 9 }))
    store.saveMessage(withParts(1, [createStoredCall('k', 'rain, rain, rain on leaves')]))
  })

  test('ranks it before newer data with the same words, whose place is returned', () => {
    const [first, second] = found('rain')
    expect([first?.conversationId, second?.conversationId]).toEqual(['written', 'c'])
    expect(first?.hit).not.toHaveProperty('place')
    expect(second?.hit).toHaveProperty('place')
  })

  test('finds words in the title, messages and data together', () => {
    expect(idsFor('weather leaves')).toEqual(['c'])
    expect(idsFor('said leaves')).toEqual(['c'])
    expect(idsFor('weather hail')).toEqual([])
  })

  test('does not search the data when the list is full', () => {
    expect(store.searchConversations('rain', 1).map(({ conversationId }) => conversationId)).toEqual([
      'written'
    ])
  })

  test('does not find data by one letter, but by the first two letters of a word', () => {
    store.saveMessage(withParts(2, [createStoredCall('x', 'xylophone')]))
    expect(idsFor('x')).toEqual([])
    expect(idsFor('xy')).toEqual(['c'])
  })
})

describe('deleted data', () => {
  beforeEach(() => {
    store.saveMessage(withParts(1, [createStoredCall('k', 'hail')]))
    store.saveMessage(withParts(2, [fileOf({ text: 'sleet' })]))
  })

  const expectNothing = () => {
    expect(idsFor('hail sleet')).toEqual([])
    for (const table of ['data_rows', 'data_index'] as const) expect(count(table)).toBe(0)
  }

  test('is not found after its message was deleted', () => {
    store.deleteMessage('c', 'm1')
    expect(idsFor('hail')).toEqual([])
    expect(idsFor('sleet')).toEqual(['c'])
    expect(count('data_index', "WHERE data_index MATCH 'hail'")).toBe(0)
  })

  test('is not found after its branch was deleted', () => {
    store.deleteBranch('c', 'm1')
    expectNothing()
  })

  test('is not found after its conversation was deleted', () => {
    store.deleteConversation('c')
    expectNothing()
  })

  test('is not found after its part was removed', () => {
    store.saveMessage(withParts(1, []))
    expect(idsFor('hail')).toEqual([])
  })
})

test('finds imported conversations by their data', () => {
  const conversation = createStoredConversation('imported')
  const message = { ...createStoredMessage('imported', 1, 'said'), parts: [createStoredCall('k', 'hail')] }
  store.importConversations([{ conversation, messages: [message], shownId: 'm1' }])
  expect(idsFor('hail')).toEqual(['imported'])
})

test("skips only a damaged row, and accepts letters that the index doesn't know", () => {
  store.saveMessage(withParts(1, [createStoredCall('k', 'hail')]))
  store.saveConversation(createStoredConversation('d'))
  store.saveMessage({ ...withParts(1, [createStoredCall('k', 'hail')]), conversationId: 'd' })
  database.run("UPDATE messages SET json = substr(json, 1, 50) WHERE conversation_id = 'd'")
  expect(idsFor('hail').toSorted()).toEqual(['c', 'd'])
  expect(found('hail').find(({ conversationId }) => conversationId === 'd')?.hit).toEqual({
    messageId: 'm1',
    pieces: []
  })
  expect(idsFor('a\u{1E922}b')).toEqual([])
  expect(idsFor('hail a\u{1E922}b')).toEqual([])
})

describe('a history without this index', () => {
  /** As the version before wrote it: without the last step. */
  async function writeOld(messages: readonly Message[], damaged = false): Promise<void> {
    store.close()
    rmSync(file(), { force: true })
    const old = await openDatabase(file())
    old.exec('PRAGMA journal_mode = WAL')
    migrate(old, 12)
    old.run(
      "INSERT INTO conversations (id, title, created_at, updated_at, model) VALUES ('c', 'Tea', 1, 1, 'direct')"
    )
    for (const [index, message] of messages.entries()) {
      const json = damaged && index === 1 ? '{"type":"tool-call","parts":[null' : JSON.stringify(message)
      old.run("INSERT INTO messages (conversation_id, id, position, json) VALUES ('c', ?, ?, ?)", [
        message.id,
        index,
        json
      ])
      old.run("INSERT INTO searchable (conversation_id, message_id, text) VALUES ('c', ?, 'said')", [
        message.id
      ])
    }
    old.close()
    await open()
  }

  const readAll = () => {
    let pieces = 1
    while (indexOlder(database, 0)) pieces += 1
    return pieces
  }

  test('is indexed in pieces, newest first, also after a restart; new messages immediately', async () => {
    const messages = Array.from({ length: 50 }, (_, index) =>
      withParts(index + 1, [createStoredCall(`k${index}`, `word${index}`)])
    )
    await writeOld(messages)
    expect(idsFor('word49')).toEqual([])
    expect(indexOlder(database, 0)).toBe(true)
    expect(idsFor('word49')).toEqual(['c'])
    expect(idsFor('word0 ')).toEqual([])
    store.saveMessage(withParts(60, [createStoredCall('new', 'brandnew')]))
    expect(idsFor('brandnew')).toEqual(['c'])
    store.close()
    await open()
    expect(readAll()).toBe(2)
    const rows = database.all('SELECT part, row FROM data_rows ORDER BY row DESC')
    expect(rows.map(({ row }) => row)).toEqual([1, ...Array.from({ length: 50 }, (_, index) => 0 - index)])
    expect(idsFor('word0 ')).toEqual(['c'])
    expect(count('data_rows')).toBe(51)
    expect(indexOlder(database, 0)).toBe(false)
    expect(store.readFact('data-unread-up-to')).toBeNull()
  })

  test('reads the current state of deleted and updated messages', async () => {
    await writeOld(
      [1, 2, 3].map((number) => withParts(number, [createStoredCall(`k${number}`, `word${number}`)]))
    )
    store.deleteMessage('c', 'm2')
    store.saveMessage(withParts(3, [createStoredCall('other', 'changed')]))
    readAll()
    expect(['word1', 'word2', 'word3', 'changed'].map((word) => idsFor(word).length)).toEqual([1, 0, 0, 1])
  })

  test('skips damaged rows', async () => {
    await writeOld(
      [1, 2, 3].map((number) => withParts(number, [createStoredCall(`k${number}`, `word${number}`)])),
      true
    )
    readAll()
    expect(['word1', 'word2', 'word3'].map((word) => idsFor(word).length)).toEqual([1, 0, 1])
  })

  test('has nothing to index when it is empty', async () => {
    await writeOld([])
    expect(indexOlder(database, 0)).toBe(false)
  })
})
