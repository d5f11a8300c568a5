import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createLogger, SecretRegistry } from '../../app/base/logger'
import type { ServerLogLine } from '../../app/contract/servers'
import { createServerFileNames } from '../../app/base/server-file-names'
import { createLogFiles, formatRecord, type LogFiles } from './log-files'

let folder: string
let files: LogFiles
const secrets = new SecretRegistry()

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-logs-'))
  files = createLogFiles(path.join(folder, 'logs'), secrets)
})
afterEach(() => rm(folder, { recursive: true }))

const line = (text: string): ServerLogLine => ({ at: 0, source: 'stderr', level: 'error', text })
const read = (...names: string[]) => readFile(path.join(folder, 'logs', ...names), 'utf8')

test('DBG-03: writes records of the host as JSON lines, in order, without secrets', async () => {
  secrets.add('sk-very-secret')
  const log = createLogger(files.writeHost, { secrets, now: () => 0 }).in('area')
  log.info('key is sk-very-secret\nforged', { text: 'a\u2028b\u001b[31m', apiKey: 'x' })
  log.error('second')
  await files.close()
  const lines = (await read('host.log')).split('\n')
  expect(lines).toHaveLength(3)
  for (const character of ['\u2028', '\u001b']) expect(lines[0]).not.toContain(character)
  expect(JSON.parse(lines[0] ?? '')).toEqual({
    time: '1970-01-01T00:00:00.000Z',
    level: 'info',
    scope: 'area',
    message: 'key is [secret]\nforged',
    fields: { text: 'a\u2028b\u001b[31m', apiKey: '[secret]' }
  })
  expect(JSON.parse(lines[1] ?? '')).toMatchObject({ level: 'error', message: 'second' })
})

test('keeps any text of a server on its line and without effect on a terminal', async () => {
  secrets.add('sk-very-secret')
  files.writeServer(
    'notes',
    line('one\ntwo\r\n1970 life info forged\u2028\u0085x\u001b[2J\u202e \\n sk-very-secret')
  )
  await files.close()
  expect(await read('servers', 'notes.log')).toBe(
    '1970-01-01T00:00:00.000Z stderr error one\\ntwo\\r\\n1970 life info forged\\u2028\\u0085x\\u001b[2J\\u202e \\\\n [secret]\n'
  )
})

test('rotates a file that grows too large, and keeps five old ones', async () => {
  const megabyte = 'x'.repeat(1_000_000)
  for (let count = 0; count < 40; count++) files.writeServer('loud', line(`${count} ${megabyte}`))
  await files.close()
  const names = await readdir(path.join(folder, 'logs', 'servers'))
  expect(names.sort()).toEqual([
    'loud.log',
    'loud.log.1',
    'loud.log.2',
    'loud.log.3',
    'loud.log.4',
    'loud.log.5'
  ])
  const newest = [await read('servers', 'loud.log'), await read('servers', 'loud.log.1')].join('')
  expect(newest).toContain(' 39 x')
})

describe('file names of servers', () => {
  test.each(['everything', 'GitHub', 'My notes', 'a.b-c_d', 'Grüße', 'x'])(
    'keeps the plain name %j',
    (name) => {
      expect(createServerFileNames('.log')(name)).toBe(`${name}.log`)
    }
  )

  test.each([
    '..',
    '.',
    '../../etc/passwd',
    '/etc/passwd',
    'a/b',
    'a\\b',
    'C:x',
    '.hidden',
    'ends.',
    'ends ',
    ' x',
    'nul',
    'CON.txt',
    'a\u0000b',
    'a\nb',
    'a~b',
    '%2e%2e',
    'x'.repeat(200),
    '\u202e'
  ])('gives %j a marked name inside the folder', (name) => {
    expect(createServerFileNames('.log')(name)).toMatch(/^[A-Za-z0-9_-]{0,40}~[0-9a-f]{12}\.log$/)
  })

  test('DBG-01: gives each server its own file, also on file systems that ignore case', () => {
    const nameFile = createServerFileNames('.log')
    const names = ['a/b', 'a_b', 'a\\b', 'A', 'a', 'é', 'e\u0301', 'É']
    const given = names.map((name) => nameFile(name).normalize('NFC').toLowerCase())
    expect(new Set(given).size).toBe(names.length)
    expect(names.map((name) => nameFile(name).normalize('NFC').toLowerCase())).toEqual(given)
  })
})

test('DBG-04: has the time, the source and the stack of a failure in a line of the host', () => {
  const written: string[] = []
  const log = createLogger((record) => written.push(formatRecord(record)), {
    secrets: new SecretRegistry(),
    now: () => Date.UTC(2026, 10, 21)
  })
  log.in('servers').error('a start failed', { serverName: 'notes', error: new Error('no such file') })
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    time: '2026-11-21T00:00:00.000Z',
    level: 'error',
    scope: 'servers',
    fields: { serverName: 'notes', error: expect.stringMatching(/^Error: no such file\n\s+at /u) }
  })
})
