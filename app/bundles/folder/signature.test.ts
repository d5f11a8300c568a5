import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createSignature } from '../../testing/bundles/sign-bundle'
import { checkSignature } from './signature'

const bundle = Buffer.from('the content of a bundle')
let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-signature-'))
  file = path.join(folder, 'weather.mcpb')
  await writeFile(file, bundle)
})

afterEach(async () => {
  vi.doUnmock('node:tls')
  await rm(folder, { recursive: true, force: true })
})

/** The certificate is its own authority, which this computer knows. */
async function check({ isForPrograms = true, now = Date.now() }) {
  const { signature, certificate } = await createSignature(bundle, 'Ada', isForPrograms)
  vi.doMock('node:tls', () => ({ rootCertificates: [certificate] }))
  return await checkSignature(signature, file, now)
}

it('names the authority that certifies the signer', async () => {
  expect(await check({})).toEqual({ state: 'vouched', name: 'Ada', by: 'Ada' })
})

it.each([
  ['is not for programs', { isForPrograms: false }],
  ['has expired', { now: Date.now() + 86_400_000 }]
])('takes no certificate for proof that %s', async (_, how) => {
  expect(await check(how)).toEqual({ state: 'unvouched', name: 'Ada' })
})
