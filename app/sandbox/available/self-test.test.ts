/** The self-test's report about the sandbox of macOS, on a made-up Mac. */
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sandboxProofFile } from '../../base/sandbox-proof-file'
import { createFakeMac } from '../../testing/sandbox/fake-mac'
import { trySeatbelt } from './self-test'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-self-test-mac-'))
})

afterEach(async () => await rm(folder, { recursive: true, force: true }))

it('switches the sandbox on, also before Parley ever ran', async () => {
  const dataFolder = path.join(folder, 'Application Support/Parley')
  const detail = await trySeatbelt({ dataFolder, version: '1.0.0' }, createFakeMac().run)
  expect(detail).toBe('servers can be sandboxed on this Mac from now on')
  await access(sandboxProofFile(dataFolder))
})

it('names each test that failed, and leaves the sandbox off', async () => {
  const mac = createFakeMac()
  mac.enforces = (operation) => operation !== 'file-link'
  mac.broken = ['/usr/bin/true']
  await expect(trySeatbelt({ dataFolder: folder, version: '1.0.0' }, mac.run)).rejects.toThrow(
    "servers can't be sandboxed on this Mac: “start a program” didn't work (it is broken), " +
      '“give a file outside a second name” was allowed'
  )
  await expect(access(sandboxProofFile(folder))).rejects.toThrow('ENOENT')
})
