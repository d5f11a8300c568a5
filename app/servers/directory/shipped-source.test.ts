import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createShippedSource } from './shipped-source'

async function open(content: unknown) {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-shipped-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = path.join(folder, 'servers.json')
  await writeFile(file, JSON.stringify(content))
  return createShippedSource(file)
}

it('finds servers that contain each word of a search, in any order, and offers no further page', async () => {
  const server = (name: string, description: string) => ({ server: { name, description, version: '1.0.0' } })
  const source = await open({
    servers: [server('com.example/notes', 'Keeps notes'), server('com.example/maps', 'Draws maps')]
  })
  const named = async (search: string, cursor: string | null = null) =>
    (await source.list({ search, cursor })).entries.map(({ name }) => name)
  expect(await named('')).toEqual(['com.example/notes', 'com.example/maps'])
  expect(await named(' draws EXAMPLE ')).toEqual(['com.example/maps'])
  expect(await named('draws notes')).toEqual([])
  expect(await named('', 'next')).toEqual([])
  expect((await source.versions('com.example/maps')).entries).toHaveLength(1)
})

it('offers nothing if the list has another format', async () => {
  const source = await open({ tools: [] })
  expect(await source.list({ search: '', cursor: null })).toMatchObject({ entries: [], nextCursor: null })
})
