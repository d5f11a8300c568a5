import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { readLicences } from './licences'

const one = (name: string) => ({ name, version: '1.0.0', licence: 'MIT', text: 'Do as you like.' })

test('names a package of several bundles once, in order', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-licences-'))
  await writeFile(path.join(folder, 'main.json'), JSON.stringify([one('zod'), one('birpc')]))
  // As in a release build.
  const packed = brotliCompressSync(JSON.stringify([one('react'), one('zod')]))
  await writeFile(path.join(folder, 'renderer.json.br'), packed)
  expect((await readLicences(folder)).map(({ name }) => name)).toEqual(['birpc', 'react', 'zod'])
  await rm(folder, { recursive: true })
})

test('is empty for a development build', async () => {
  expect(await readLicences('/nowhere/at/all')).toEqual([])
})
