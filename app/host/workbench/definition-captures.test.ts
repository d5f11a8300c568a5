import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { Definitions } from '../../contract/workbench/differences'
import { DefinitionCaptures } from './definition-captures'

let folder: string
let captures: DefinitionCaptures
let now = 0
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-captures-'))
  let count = 0
  now = 0
  captures = new DefinitionCaptures({ folder, now: () => now, newId: () => `c${(count += 1)}` })
  return () => rm(folder, { recursive: true, force: true })
})

const offering = (version: string, length = 10): Definitions => ({
  server: { name: 'notes', version },
  tool: [{ name: 'find', description: 'x'.repeat(length) }],
  prompt: null,
  resource: null,
  template: null
})

it('keeps the newest of a server that fit into its file', async () => {
  for (const version of ['1', '2', '3', '4', '5']) await captures.keep('notes', offering(version, 1_900_000))
  expect((await captures.list('notes')).map(({ version }) => version)).toEqual(['5', '4', '3', '2'])
  const [file = ''] = await readdir(folder)
  expect((await readFile(path.join(folder, file), 'utf8')).length).toBeLessThan(8_000_010)
})

it('keeps what a server offered for long, however often it changes afterwards', async () => {
  await captures.keep('notes', offering('long'))
  now = 86_400_000
  for (let count = 1; count <= 40; count += 1) {
    await captures.keep('notes', offering(`quick ${count}`))
    now += 100
  }
  const versions = (await captures.list('notes')).map(({ version }) => version)
  expect(versions).toHaveLength(20)
  expect(versions.slice(0, 2)).toEqual(['quick 40', 'quick 39'])
  expect(versions.at(-1)).toBe('long')
  await captures.keep('notes', offering('large', 1_900_000))
  for (let count = 1; count <= 6; count += 1) {
    await captures.keep('notes', offering(`large ${count}`, 1_900_000))
    now += 100
  }
  expect((await captures.list('notes')).at(-1)?.version).toBe('long')
})

it('says that definitions are too large to be kept', async () => {
  await captures.keep('notes', offering('1'))
  await expect(captures.keep('notes', offering('2', 2_000_000))).rejects.toThrow(/2,000,000 characters/)
  expect((await captures.list('notes')).map(({ version }) => version)).toEqual(['1'])
})

it('forgets what waits to be kept, and keeps what comes later', async () => {
  const waiting = captures.keep('notes', offering('1'))
  const gone = captures.forget('notes')
  const later = captures.keep('notes', offering('2'))
  await Promise.all([waiting, gone, later])
  expect((await captures.list('notes')).map(({ version }) => version)).toEqual(['2'])
})
