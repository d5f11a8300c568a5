/** Histories of earlier versions: their content is preserved, and a copy of the original file is next to them. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, watch } from 'node:fs'
import { copyFile, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { chatMessage as messageSchema, type Message } from '../contract/conversations'
import { openDatabase } from './database'
import { openHistoryFile } from './open-history-file'
import { migrate, readSchemaVersion } from './database-schema'
import { createStore, type SynchronousStore } from './history-store'
import { bundle } from './testing/bundle'
import { writeOldFile, type OldFormat, type OldMessage } from './testing/old-file'
import { createStoredConversation, createStoredMessage } from './testing/samples'

const day = 86_400_000

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-migration-'))
  file = path.join(folder, 'history', 'parley.db')
})

afterEach(async () => {
  await rm(folder, { recursive: true, force: true })
})

/** Out of order, with the gaps and halves that positions had. */
const old: readonly OldMessage[] = [
  { id: 'third', position: 30, text: 'three' },
  { id: 'first', position: 10, text: 'one "quoted" Grüße 👋' },
  { id: 'second', position: 20.5, text: 'two' }
]

async function open(now = Date.now): Promise<SynchronousStore> {
  return createStore(await openHistoryFile(file, now))
}

/** Opens, looks, closes. */
async function see<T>(look: (store: SynchronousStore) => T): Promise<T> {
  const store = await open()
  try {
    return look(store)
  } finally {
    store.close()
  }
}

const pathOf = (store: SynchronousStore) =>
  store.readAllMessages('c').map(({ id, parentId }) => [id, parentId])

const migrated = [
  ['first', null],
  ['second', 'first'],
  ['third', 'second']
]

/** Except for the companion files of an open database, which an engine may release late. */
async function filesThere(): Promise<string[]> {
  const names = await readdir(path.dirname(file))
  return names.filter((name) => !/-(wal|shm)$/.test(name)).sort()
}

async function formatOf(name: string): Promise<number> {
  const database = await openDatabase(name)
  const version = readSchemaVersion(database)
  database.close()
  return version
}

describe('a file of an earlier version', () => {
  test.each([1, 2, 3, 4] as const)('of format %i keeps its messages, in their order', async (format) => {
    await writeOldFile(file, format, old)
    const store = await open()
    expect(pathOf(store)).toEqual(migrated)
    const messages = store.readAllMessages('c')
    expect(messages.map((message) => messageSchema.parse(message))).toEqual(messages)
    expect(messages[0]?.parts).toEqual([{ type: 'text', step: 0, text: 'one "quoted" Grüße 👋' }])
    expect(store.searchConversations('grüße', 5)).toMatchObject([{ conversationId: 'c' }])
    expect(store.readMessages('c', 'second', 1)).toMatchObject({
      messages: [{ id: 'second' }],
      hasEarlier: true
    })
    expect(store.notice()).toBeNull()
    store.close()
    expect(await formatOf(`${file}.${format}.bak`)).toBe(format)
  })

  test('accepts a new message after the last one, and changes to an old one', async () => {
    await writeOldFile(file, 4, old)
    const store = await open()
    store.saveMessage({ ...createStoredMessage('c', 9, 'four'), id: 'fourth', parentId: 'third' })
    store.saveMessage({ ...store.readMessage('c', 'second')!, state: 'stopped' })
    expect(pathOf(store)).toEqual([...migrated, ['fourth', 'third']])
    expect(store.readMessage('c', 'second')).toMatchObject({ state: 'stopped', parentId: 'first' })
    store.close()
  })

  test('still waits for approval where a call had display text as its state', async () => {
    const parts = [
      { type: 'text', step: 0, text: 'waiting for approval' },
      { type: 'tool-call', state: 'waiting for approval' },
      { type: 'tool-call', state: 'done' }
    ] as unknown as Message['parts']
    await see((store) => {
      store.saveConversation(createStoredConversation('c'))
      store.saveMessage({ ...createStoredMessage('c', 1, ''), parts })
    })
    const read = await see((store) => store.readMessage('c', 'm1')?.parts)
    expect(read).toEqual([
      parts[0],
      { type: 'tool-call', state: 'waiting-for-approval' },
      { type: 'tool-call', state: 'done' }
    ])
  })

  test('does not mix conversations', async () => {
    await writeOldFile(file, 4, old)
    const database = await openDatabase(file)
    database.exec(`
      INSERT INTO conversations (id, title, created_at, updated_at, model) VALUES ('d', '', 1, 1, 'direct');
      INSERT INTO messages (conversation_id, id, position, json) VALUES ('d', 'first', 15, '{"id":"first"}');`)
    database.close()
    const store = await open()
    expect(pathOf(store)).toEqual(migrated)
    expect(store.readAllMessages('d')).toEqual([{ id: 'first', parentId: null }])
    store.close()
  })

  test('of this version is opened unchanged, without a copy', async () => {
    await see((store) => store.saveConversation(createStoredConversation('c')))
    await see((store) => expect(store.listConversations()).toHaveLength(1))
    expect(await filesThere()).toEqual(['parley.db'])
  })
})

describe('the copy', () => {
  test('is a copy of the original file that the earlier version can read', async () => {
    await writeOldFile(file, 4, old)
    await see((store) => store.saveMessage({ ...createStoredMessage('c', 9, 'later'), parentId: 'third' }))
    const copy = await openDatabase(`${file}.4.bak`)
    const rows = copy.all('SELECT id, position FROM messages ORDER BY position')
    expect(rows).toEqual([
      { id: 'first', position: 10 },
      { id: 'second', position: 20.5 },
      { id: 'third', position: 30 }
    ])
    copy.close()
    const backAgain = path.join(folder, 'parley.db')
    await copyFile(`${file}.4.bak`, backAgain)
    file = backAgain
    await see((store) => expect(pathOf(store)).toEqual(migrated))
  })

  test('contains what a killed program had left in the log beside the file', async () => {
    await writeOldFile(file, 4, [])
    const database = await openDatabase(file)
    database.run("UPDATE conversations SET title = 'in the log'")
    const killed = path.join(folder, 'killed', 'parley.db')
    mkdirSync(path.dirname(killed))
    for (const suffix of ['', '-wal']) await copyFile(file + suffix, killed + suffix)
    database.close()
    file = killed
    expect((await stat(`${file}-wal`)).size).toBeGreaterThan(0)
    await see((store) => expect(store.listConversations()[0]?.title).toBe('in the log'))
    const copy = await openDatabase(`${file}.4.bak`)
    expect(copy.get('SELECT title FROM conversations')).toEqual({ title: 'in the log' })
    copy.close()
  })

  test('is deleted after thirty days', async () => {
    await writeOldFile(file, 4, old)
    const opened = Date.now()
    await see(() => {})
    const copy = `${file}.4.bak`
    await utimes(copy, opened / 1000, opened / 1000)
    ;(await open(() => opened + 29 * day)).close()
    expect(existsSync(copy)).toBe(true)
    ;(await open(() => opened + 31 * day)).close()
    expect(existsSync(copy)).toBe(false)
  })

  test('is deleted with the first deleted conversation, whose data must not remain', async () => {
    await writeOldFile(file, 4, [{ id: 'm', position: 1, text: 'never to be read again' }])
    await see((store) => store.deleteConversation('c'))
    expect(await filesThere()).toEqual(['parley.db'])
  })

  test('does not touch other files', async () => {
    await writeOldFile(file, 4, old)
    const others = ['parley.db.bak', 'parley.db.broken-20260102T030405Z', 'notes.4.bak']
    for (const name of others) await writeFile(path.join(path.dirname(file), name), 'mine')
    await see((store) => store.deleteConversation('c'))
    expect(await filesThere()).toEqual(expect.arrayContaining(others))
  })
})

describe('a failing migration', () => {
  test('changes nothing when there is no space for a copy, and tries again at the next start', async () => {
    await writeOldFile(file, 4, old)
    const before = await readFile(file)
    mkdirSync(path.join(`${file}.4.bak`, 'in the way'), { recursive: true })
    await expect(open()).rejects.toMatchObject({
      code: 'HISTORY_UNAVAILABLE',
      message: expect.stringContaining('Nothing was changed') as string
    })
    expect((await readFile(file)).equals(before)).toBe(true)
    expect((await filesThere()).filter((name) => name.endsWith('.part'))).toEqual([])
    await rm(`${file}.4.bak`, { recursive: true })
    await see((store) => expect(pathOf(store)).toEqual(migrated))
  })

  test('keeps the old format when the disk is full at any point, and tries again at the next start', async () => {
    await writeOldFile(file, 4, old)
    const database = await openDatabase(file)
    const { page_count: pages } = database.get('PRAGMA page_count')!
    const isFullAfter = (more: number): boolean => {
      database.exec(`PRAGMA max_page_count = ${Number(pages) + more}`)
      try {
        migrate(database)
        return false
      } catch (error) {
        expect(error).toMatchObject({ code: 'HISTORY_UNAVAILABLE' })
        expect(readSchemaVersion(database)).toBe(4)
        return true
      }
    }
    let more = 0
    while (isFullAfter(more)) more += 1
    expect(more).toBeGreaterThan(5)
    database.close()
    await see((store) => expect(pathOf(store)).toEqual(migrated))
  })

  test('deletes an incomplete copy of an interrupted start', async () => {
    await writeOldFile(file, 4, old)
    await writeFile(`${file}.4.bak.part`, 'half')
    await see((store) => expect(pathOf(store)).toEqual(migrated))
    expect(await filesThere()).toEqual(['parley.db', 'parley.db.4.bak'])
  })

  test('loses nothing after kill -9 at any point', { timeout: 120_000 }, async () => {
    const opener = await bundle('app/history/testing/open-history.ts')
    const many = Array.from({ length: 4_000 }, (_, index) => ({
      id: `m${index}`,
      position: index * 10,
      text: `${index} `.repeat(500)
    }))
    const signals: (string | null)[] = []
    for (const sign of ['parley.db.4.bak.part', 'parley.db.4.bak'] as const) {
      await rm(path.dirname(file), { recursive: true, force: true })
      await writeOldFile(file, 4 satisfies OldFormat, many)
      signals.push(await killWhenThere(opener, sign))
      await see((store) =>
        expect(pathOf(store)).toEqual(many.map(({ id }, index) => [id, many[index - 1]?.id ?? null]))
      )
      expect(await formatOf(`${file}.4.bak`)).toBe(4)
    }
    expect(signals).toContain('SIGKILL')
    await rm(path.dirname(opener), { recursive: true })
  })
})

/**
 * Kills the process that opens the file as soon as `sign` exists next to it. Null: the process had already finished.
 */
async function killWhenThere(opener: string, sign: string): Promise<string | null> {
  const watcher = watch(path.dirname(file))
  const child = spawn(process.execPath, [opener, file], { stdio: ['ignore', 'ignore', 'inherit'] })
  watcher.on('change', (_type, name) => {
    if (name === sign) child.kill('SIGKILL')
  })
  const [, signal] = (await once(child, 'exit')) as [number | null, string | null]
  watcher.close()
  return signal
}
