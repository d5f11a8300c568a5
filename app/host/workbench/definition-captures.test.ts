import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { Definitions } from '../../contract/workbench/differences'
import { DefinitionCaptures } from './definition-captures'

let folder: string
let captures: DefinitionCaptures
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-captures-'))
  let count = 0
  captures = new DefinitionCaptures({ folder, now: () => 0, newId: () => `c${(count += 1)}` })
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
