import { mkdtemp, readdir, rm, stat, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import type { TestRun } from '../../contract/workbench/tests'
import { TestFiles } from './test-files'

let folder: string
let files: TestFiles
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-test-files-'))
  files = new TestFiles({ folder, schemaFile: path.join(folder, 'none.json') })
  return () => rm(folder, { recursive: true, force: true })
})

const findFile = async () => path.join(folder, (await readdir(folder))[0] ?? '')

function runOf(id: string, length: number): TestRun {
  const result = {
    ...{ test: 'finds it', serverName: 'notes', serverVersion: null, model: null, state: 'failed' as const },
    ...{ failures: [], tookMs: null, tokens: null, received: 'x'.repeat(length) }
  }
  return { id, serverName: 'notes', startedAt: 0, endedAt: 1, results: [result] }
}

it('keeps the newest runs that fit into their file', async () => {
  for (const id of ['1', '2', '3', '4', '5']) await files.addRun(runOf(id, 1_900_000))
  expect((await files.readRuns('notes')).map(({ id }) => id)).toEqual(['5', '4', '3', '2'])
  expect((await stat(await findFile())).size).toBeLessThanOrEqual(8_000_000)
})

it('ignores a file that is larger than Parley writes', async () => {
  await files.addRun(runOf('1', 10))
  await truncate(await findFile(), 3_000_000_000)
  expect(await files.readRuns('notes')).toEqual([])
})
