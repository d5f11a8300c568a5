/** The self-test's report about the macOS sandbox, on a made-up Mac. */
import { access, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sandboxProofFile } from '../../base/sandbox-proof-file'
import { createFakeMac } from '../../testing/sandbox/fake-mac'
import { keepProof, trySeatbelt } from './self-test'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-self-test-mac-'))
})

afterEach(async () => await rm(folder, { recursive: true, force: true }))

it('switches the sandbox on after a server ran in it, also before Parley ever ran', async () => {
  const dataFolder = path.join(folder, 'Application Support/Parley')
  const detail = await trySeatbelt({ dataFolder: folder, version: '1.0.0' }, createFakeMac().run)
  expect(detail).toBe('refuses and allows what it should')
  await expect(access(sandboxProofFile(dataFolder))).rejects.toThrow('ENOENT')
  await keepProof({ triedIn: folder, dataFolder }, true)
  await access(sandboxProofFile(dataFolder))
})

it('switches the sandbox off again if no server could run in it', async () => {
  const dataFolder = path.join(folder, 'data')
  await trySeatbelt({ dataFolder: folder, version: '1.0.0' }, createFakeMac().run)
  await keepProof({ triedIn: folder, dataFolder }, true)
  await keepProof({ triedIn: folder, dataFolder }, false)
  await expect(access(sandboxProofFile(dataFolder))).rejects.toThrow('ENOENT')
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
