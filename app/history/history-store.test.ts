import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Message } from '../contract/conversations'
import { openDatabase } from './database'
import { openHistoryFile } from './open-history-file'
import { createStore, type SynchronousStore } from './history-store'
import { HostError } from '../base/host-error'
import { createStoredConversation, createStoredMessage } from './testing/samples'

let folder: string
let file: string
let store: SynchronousStore

async function open(): Promise<SynchronousStore> {
  return createStore(await openHistoryFile(file, () => Date.UTC(2026, 0, 2, 3, 4, 5)))
}

/** Replaces the content of the closed file. */
async function replaceFile(content: string | Buffer, log = ''): Promise<void> {
  store.close()
  for (const suffix of ['', '-wal', '-shm']) await rm(file + suffix, { force: true })
  await writeFile(file, content)
  if (log !== '') await writeFile(`${file}-wal`, log)
}

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-history-'))
  file = path.join(folder, 'history', 'parley.db')
  store = await open()
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

describe('results that are stored beside their message', () => {
  const result = { conversationId: 'c', messageId: 'm', callId: 'k', text: 'abcdef' }

  test('are read in pieces, also after a restart', async () => {
    store.saveConversation(createStoredConversation('c'))
    store.keepResult(result)
    store.close()
    store = await open()
    expect(store.readResult('c', 'k', { from: 2, most: 3 })).toEqual({ text: 'cde', length: 6 })
    expect(store.readResult('c', 'k', { from: 9, most: 3 })).toEqual({ text: '', length: 6 })
    expect(store.readResult('other', 'k', { from: 0, most: 3 })).toBeNull()
  })

  test('are deleted with their message, and with their conversation', () => {
    store.saveConversation(createStoredConversation('c'))
    store.keepResult(result)
    store.keepResult({ ...result, messageId: 'other', callId: 'o' })
    store.deleteMessage('c', 'm')
    expect(store.readResult('c', 'k', { from: 0, most: 1 })).toBeNull()
    expect(store.readResult('c', 'o', { from: 0, most: 1 })).not.toBeNull()
    store.deleteConversation('c')
    store.saveConversation(createStoredConversation('c'))
    expect(store.readResult('c', 'o', { from: 0, most: 1 })).toBeNull()
  })
})

describe('returns what was saved', () => {
  test('saves a conversation with a message, both or neither', () => {
    store.saveConversation(createStoredConversation('c'), createStoredMessage('c', 1, 'first'))
    expect(store.readAllMessages('c').map(({ id }) => id)).toEqual(['m1'])
    const broken = { ...createStoredMessage('other', 2, 'second'), conversationId: 'nowhere' }
    expect(() => store.saveConversation(createStoredConversation('other'), broken)).toThrow(HostError)
    expect(store.listConversations().map(({ id }) => id)).toEqual(['c'])
  })

  test('keeps conversations, newest first, after closing and opening again', async () => {
    store.saveConversation(createStoredConversation('old', { updatedAt: 1 }))
    store.saveConversation(createStoredConversation('new', { updatedAt: 3 }))
    store.saveConversation(createStoredConversation('middle', { updatedAt: 2, title: '' }))
    store.close()
    store = await open()
    expect(store.listConversations().map((conversation) => conversation.id)).toEqual(['new', 'middle', 'old'])
    expect(store.listConversations()[1]).toEqual(
      createStoredConversation('middle', { updatedAt: 2, title: '' })
    )
  })

  test('keeps the folders of a conversation, as long as it has some', async () => {
    store.saveConversation(
      createStoredConversation('c', { folders: ['/home/ada/garden', '/home/ada/a "b"'] })
    )
    store.close()
    store = await open()
    expect(store.listConversations()[0]?.folders).toEqual(['/home/ada/garden', '/home/ada/a "b"'])
    store.saveConversation(createStoredConversation('c'))
    expect(store.listConversations()).toEqual([createStoredConversation('c')])
  })

  test('keeps a message with every kind of part', () => {
    const message: Message = {
      ...createStoredMessage('c', 1, 'Grüße 👋\u0000"quotes"'),
      role: 'assistant',
      model: 'anthropic/x',
      state: 'failed',
      failure: { code: 'MODEL_NETWORK', message: 'No network.', data: { a: [1, null] } },
      usage: { inputTokens: 1, outputTokens: 2 }
    }
    message.parts.push({
      type: 'tool-call',
      step: 0,
      callId: 'k',
      providerCallId: 'p',
      modelToolName: 'notes__add',
      serverName: 'notes',
      toolName: 'add',
      toolTitle: null,
      arguments: { title: 'x', deep: { list: [1, 2.5, true, null] } },
      isEditedByPerson: true,
      state: 'done',
      progress: { progress: 1, total: null, message: null },
      content: [{ type: 'image', mimeType: 'image/png', data: 'AAAA' }],
      structuredContent: { ok: true },
      isError: false,
      failure: null,
      startedAt: 1,
      endedAt: null
    })
    store.saveConversation(createStoredConversation('c'))
    store.saveMessage(message)
    expect(store.readAllMessages('c')).toEqual([message])
  })

  test('replaces a message that is saved again', () => {
    store.saveConversation(createStoredConversation('c'))
    store.saveMessage(createStoredMessage('c', 1, 'half'))
    store.saveMessage(createStoredMessage('c', 1, 'half and half'))
    expect(store.readAllMessages('c')).toEqual([createStoredMessage('c', 1, 'half and half')])
  })

  test('renaming keeps the messages', () => {
    store.saveConversation(createStoredConversation('c'))
    store.saveMessage(createStoredMessage('c', 1, 'stay'))
    store.saveConversation(createStoredConversation('c', { title: 'Another' }))
    expect(store.readAllMessages('c')).toHaveLength(1)
    expect(store.listConversations()).toEqual([createStoredConversation('c', { title: 'Another' })])
  })

  test('keeps permissions, trust and facts', async () => {
    const grant = {
      id: 'g',
      scope: 'conversation' as const,
      serverName: 's',
      toolName: 't',
      conversationId: 'c',
      conditions: [],
      usesLeft: null,
      definitionHash: 'h',
      coveredTools: {},
      serverFingerprint: null,
      createdAt: 5
    }
    const always = {
      ...grant,
      id: 'a',
      scope: 'always' as const,
      conversationId: null,
      conditions: [{ type: 'path-below' as const, pointer: '/path', folder: '/home/ada' }],
      usesLeft: 3,
      createdAt: 4
    }
    const several = {
      ...grant,
      id: 'b',
      scope: 'read-only' as const,
      toolName: null,
      conversationId: null,
      definitionHash: '',
      coveredTools: { t: 'h' },
      serverFingerprint: 'f',
      createdAt: 7
    }
    const definition = {
      title: null,
      description: 'Does t.',
      annotations: {},
      inputSchema: {},
      outputSchema: null
    }
    const pin = { serverName: 's', toolName: 't', hash: 'h', definition, pinnedAt: 8 }
    const act = {
      transport: 'stdio' as const,
      command: 'node',
      args: ['a b'],
      cwd: null,
      environmentNames: ['TOKEN'],
      url: null,
      headerNames: []
    }
    const trust = { serverName: 's', fingerprint: 'f', act, createdAt: 6 }
    store.saveGrant(grant)
    store.saveGrant(always)
    store.saveGrant(several)
    store.savePins([pin, { ...pin, toolName: 'u' }])
    store.savePins([{ ...pin, hash: 'later', pinnedAt: 9 }])
    store.saveTrust({ ...trust, fingerprint: 'earlier' })
    store.saveTrust(trust)
    store.writeFact('welcome-finished', 'false')
    store.writeFact('welcome-finished', 'true')
    store.close()
    store = await open()
    expect(store.listGrants()).toEqual([always, grant, several])
    expect(store.listPins()).toEqual([
      { ...pin, hash: 'later', pinnedAt: 9 },
      { ...pin, toolName: 'u' }
    ])
    expect(store.listTrust()).toEqual([trust])
    expect(store.readFact('welcome-finished')).toBe('true')
    expect(store.readFact('never')).toBeNull()
    store.deleteGrant('g')
    store.deleteTrust('s')
    expect(store.listGrants()).toEqual([always, several])
    expect(store.listTrust()).toEqual([])
  })
})

describe('reading messages', () => {
  beforeEach(() => {
    store.saveConversation(createStoredConversation('c'))
    store.saveConversation(createStoredConversation('other'))
    store.saveMessage(createStoredMessage('other', 1, 'not asked for'))
    for (const number of [1, 2, 3, 4, 5])
      store.saveMessage(createStoredMessage('c', number, `number ${number}`))
  })

  const ids = (messages: readonly Message[]) => messages.map(({ id }) => id)
  const page = (lastId: string | null, limit: number) => {
    const { messages, hasEarlier } = store.readMessages('c', lastId, limit)
    return [ids(messages), hasEarlier]
  }

  test('makes a page of large messages shorter, and continues before it on the next page', () => {
    for (const number of [6, 7, 8])
      store.saveMessage(createStoredMessage('c', number, 'x'.repeat(15 * 1_048_576)))
    expect(page(null, 50)).toEqual([['m7', 'm8'], true])
    expect(page('m6', 50)).toEqual([['m1', 'm2', 'm3', 'm4', 'm5', 'm6'], false])
  })

  test('pages backwards, each page oldest first, and reports whether there is more', () => {
    expect(page(null, 2)).toEqual([['m4', 'm5'], true])
    expect(page('m3', 2)).toEqual([['m2', 'm3'], true])
    expect(page('m1', 2)).toEqual([['m1'], false])
    expect(page(null, 5)).toEqual([['m1', 'm2', 'm3', 'm4', 'm5'], false])
    expect(page('m0', 5)).toEqual([[], false])
  })

  test('finds a message by its id in its own conversation', () => {
    expect(store.readMessage('c', 'm2')).toEqual(createStoredMessage('c', 2, 'number 2'))
    expect(store.readMessage('other', 'm2')).toBeNull()
  })

  test('uses the order of the parents, also when a message was saved again', () => {
    store.saveMessage(createStoredMessage('c', 2, 'changed'))
    expect(ids(store.readAllMessages('c'))).toEqual(['m1', 'm2', 'm3', 'm4', 'm5'])
    expect(store.readAllMessages('c')[1]?.parentId).toBe('m1')
  })

  test('shows the branch with the newest message', () => {
    const other = (id: string, parentId: string) =>
      store.saveMessage({ ...createStoredMessage('c', 9, id), id, parentId })
    other('n3', 'm2')
    expect(ids(store.readAllMessages('c'))).toEqual(['m1', 'm2', 'n3'])
    other('m6', 'm5')
    expect(ids(store.readAllMessages('c'))).toEqual(['m1', 'm2', 'm3', 'm4', 'm5', 'm6'])
    expect(page('n3', 2)).toEqual([['m2', 'n3'], true])
  })

  test('shows a different branch up to its newest end until something is written, and restores what was shown in it', () => {
    const other = (id: string, parentId: string) =>
      store.saveMessage({ ...createStoredMessage('c', 9, id), id, parentId })
    other('n3', 'm2')
    other('n4', 'n3')
    other('n4b', 'n3')
    store.showBranch('c', 'n4')
    expect(ids(store.readAllMessages('c'))).toEqual(['m1', 'm2', 'n3', 'n4'])
    store.showBranch('c', 'm3')
    expect(ids(store.readAllMessages('c'))).toEqual(['m1', 'm2', 'm3', 'm4', 'm5'])
    store.showBranch('c', 'n3')
    expect(ids(store.readAllMessages('c'))).toEqual(['m1', 'm2', 'n3', 'n4'])
    other('n5', 'n4b')
    expect(ids(store.readAllMessages('c'))).toEqual(['m1', 'm2', 'n3', 'n4b', 'n5'])
  })

  test('does not show a different branch for an unknown message', () => {
    store.showBranch('c', 'nothing')
    expect(ids(store.readAllMessages('c'))).toHaveLength(5)
  })

  test('lists alternative messages in the order in which they were written, also first ones', () => {
    const other = (id: string, parentId: string | null) =>
      store.saveMessage({ ...createStoredMessage('c', 9, id), id, parentId })
    expect(store.readMessages('c', null, 9).branches).toEqual({})
    other('a3', 'm2')
    other('n1', null)
    store.showBranch('c', 'm3')
    store.saveMessage(createStoredMessage('c', 1, 'changed'))
    const { messages, branches } = store.readMessages('c', null, 9)
    expect(ids(messages)).toEqual(['m1', 'm2', 'm3', 'm4', 'm5'])
    expect(branches).toEqual({ m1: ['m1', 'n1'], m3: ['m3', 'a3'] })
    expect(store.readMessages('c', 'a3', 1).branches).toEqual({ a3: ['m3', 'a3'] })
  })

  test('stops at a cycle in a damaged file', () => {
    store.saveMessage({ ...createStoredMessage('c', 1, 'round'), parentId: 'm5' })
    expect(ids(store.readAllMessages('c'))).toHaveLength(5)
    expect(page(null, 3)).toEqual([['m3', 'm4', 'm5'], true])
  })

  test('keeps other messages when one is deleted, and none when the conversation is deleted', () => {
    store.deleteMessage('c', 'm3')
    expect(store.readAllMessages('c').map(({ id, parentId }) => [id, parentId])).toEqual([
      ['m1', null],
      ['m2', 'm1'],
      ['m4', 'm2'],
      ['m5', 'm4']
    ])
    store.deleteConversation('c')
    expect(store.readAllMessages('c')).toEqual([])
    expect(store.readAllMessages('other')).toHaveLength(1)
  })

  test('rejects a late message of a deleted conversation', () => {
    store.deleteConversation('c')
    expect(() => store.saveMessage(createStoredMessage('c', 50, 'late'))).toThrow(
      expect.objectContaining({ code: 'CONVERSATION_UNKNOWN' })
    )
  })
})

describe('search', () => {
  const search = (query: string, limit: number): string[] =>
    store.searchConversations(query, limit).map(({ conversationId }) => conversationId)

  beforeEach(() => {
    store.saveConversation(createStoredConversation('a', { title: 'Trip to Zürich', updatedAt: 1 }))
    store.saveConversation(createStoredConversation('b', { title: 'Groceries', updatedAt: 2 }))
    store.saveMessage(createStoredMessage('a', 1, 'Which hotel has a quiet room?'))
    store.saveMessage(
      createStoredMessage('b', 1, 'Milk, bread. Zurich is mentioned once here, among many other words.')
    )
    store.saveMessage(createStoredMessage('b', 2, 'C++ and foo_bar.baz(1) AND "NEAR" don\'t*'))
  })

  test.each([
    ['zürich', ['a', 'b']],
    ['ZURICH', ['a', 'b']],
    ['hotel', ['a']],
    ['zürich hotel', ['a']],
    ['hotel bread', []],
    ['hot', ['a']],
    ['hot ', []],
    ['bread mil', ['b']],
    ['nothing-like-this', []]
  ])('%j finds %j', (query, found) => {
    expect(search(query, 10)).toEqual(found)
  })

  test.each([
    '',
    '   ',
    '"',
    '""',
    "'",
    '*',
    '(',
    'a OR',
    'NOT',
    'NEAR(',
    '^zürich',
    'text:',
    'text : zürich',
    '{text} : x',
    '-hotel',
    'hotel"; DROP TABLE messages; --',
    '\u0000',
    'a\u0000b',
    '\u0301',
    '😀',
    '\ud800',
    '%_',
    '+',
    'a + b',
    'x '.repeat(400),
    'é'.repeat(500)
  ])('does not treat %j as syntax', (query) => {
    expect(Array.isArray(search(query, 10))).toBe(true)
  })

  test('treats index operators that the user types as words', () => {
    expect(search('near and', 10)).toEqual(['b'])
    expect(search('foo_bar.baz', 10)).toEqual(['b'])
    expect(search("don't", 10)).toEqual(['b'])
  })

  test('follows renaming, rewriting and deleting', () => {
    store.saveConversation(createStoredConversation('a', { title: 'Journey', updatedAt: 1 }))
    store.saveMessage(createStoredMessage('a', 1, 'Which inn?'))
    expect(search('hotel', 10)).toEqual([])
    expect(search('journey inn', 10)).toEqual(['a'])
    store.deleteMessage('a', 'm1')
    expect(search('inn', 10)).toEqual([])
    store.deleteConversation('b')
    expect(search('zurich', 10)).toEqual([])
  })

  test('keeps the index valid after all kinds of changes', async () => {
    store.saveMessage(createStoredMessage('a', 1, 'changed'))
    store.deleteMessage('b', 'm2')
    store.deleteConversation('b')
    store.close()
    const database = await openDatabase(file)
    database.exec(`INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)`)
    database.close()
  })

  test('returns no more than requested', () => {
    expect(search('zürich', 1)).toEqual(['a'])
  })
})

describe('unusual files', () => {
  test("rejects a file of a newer version and doesn't change it", async () => {
    store.saveConversation(createStoredConversation('c'))
    store.close()
    const database = await openDatabase(file)
    database.exec('PRAGMA user_version = 99')
    database.close()
    const before = await readFile(file)
    await expect(open()).rejects.toMatchObject({
      code: 'HISTORY_UNAVAILABLE',
      message: expect.stringMatching(/^A newer version of Parley wrote .* \(format 99;/) as string
    })
    expect((await readFile(file)).equals(before)).toBe(true)
    expect((await readdir(path.dirname(file))).filter((name) => name.includes('broken'))).toEqual([])
  })

  test('sets aside a file that is not a database, and creates a new one', async () => {
    const garbage = 'This is no database. '.repeat(500)
    await replaceFile(garbage)
    store = await open()
    const aside = `${file}.broken-20260102T030405Z`
    expect(JSON.stringify(store.notice())).toContain(aside)
    expect(await readFile(aside, 'utf8')).toBe(garbage)
    store.saveConversation(createStoredConversation('c'))
    expect(store.listConversations()).toHaveLength(1)
    store.close()
    expect((await open()).notice()).toBeNull()
  })

  test('does not overwrite the first broken file with a second one', async () => {
    for (const text of ['first '.repeat(500), 'second '.repeat(500)]) {
      await replaceFile(text)
      store = await open()
    }
    const kept = (await readdir(path.dirname(file))).filter((name) => name.includes('broken')).sort()
    expect(kept).toEqual(['parley.db.broken-20260102T030405Z', 'parley.db.broken-20260102T030405Z-2'])
  })

  test('sets aside a truncated file', async () => {
    store.saveConversation(createStoredConversation('c'))
    for (let number = 1; number <= 50; number++)
      store.saveMessage(createStoredMessage('c', number, 'x'.repeat(2_000)))
    store.close()
    const bytes = await readFile(file)
    store = await open()
    await replaceFile(bytes.subarray(0, 40_000))
    store = await open()
    expect(store.notice()).toMatchObject({ text: 'history.setAside' })
    expect(store.listConversations()).toEqual([])
  })

  test('finds damaged pages after a crash', async () => {
    store.saveConversation(createStoredConversation('c'))
    for (let number = 1; number <= 50; number++)
      store.saveMessage(createStoredMessage('c', number, 'x'.repeat(2_000)))
    store.close()
    const bytes = await readFile(file)
    bytes.fill(0xaa, 8_192, bytes.length - 4_096)
    store = await open()
    await replaceFile(bytes, 'left behind')
    store = await open()
    expect(store.notice()).toMatchObject({ text: 'history.setAside' })
  })

  test('turns an empty file into a new history without a notice', async () => {
    await replaceFile('')
    store = await open()
    expect(store.notice()).toBeNull()
  })

  test("reports a folder that can't be created", async () => {
    await writeFile(path.join(folder, 'in-the-way'), '')
    file = path.join(folder, 'in-the-way', 'parley.db')
    await expect(open()).rejects.toMatchObject({ code: 'HISTORY_UNAVAILABLE' })
  })
})
