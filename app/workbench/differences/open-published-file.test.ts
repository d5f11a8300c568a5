import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { openPublishedFile } from './open-published-file'

let file: string
beforeEach(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-published-'))
  file = path.join(folder, 'server.json')
  return () => rm(folder, { recursive: true, force: true })
})

it('says that a file is not there', async () => {
  await expect(openPublishedFile(file)).rejects.toThrow("Parley can't read server.json.")
})

it('says that a file is too large, without reading it', async () => {
  await writeFile(file, '')
  await truncate(file, 3_000_000_000)
  await expect(openPublishedFile(file)).rejects.toThrow('server.json is larger than 2 MB.')
})

it('says that a file is something else', async () => {
  await writeFile(file, '{}')
  await expect(openPublishedFile(file)).rejects.toThrow("server.json isn't a server.json")
})
