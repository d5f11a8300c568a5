/** When Parley uses the sandbox of macOS, with a made-up Mac whose sandbox enforces what an evaluator reads. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sandboxProofFile } from '../../base/sandbox-proof-file'
import { HostError } from '../../base/host-error'
import { createFakeMac, type FakeMac } from '../../testing/sandbox/fake-mac'
import { findSandboxIn, sandboxFinder } from './find-sandbox'
import { selfTestCommand } from './commands'
import { proveSeatbelt } from './find-seatbelt'

let folder: string
let mac: FakeMac

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-seatbelt-'))
  mac = createFakeMac()
})

afterEach(async () => await rm(folder, { recursive: true, force: true }))

const proofOf = (version: string) => ({ file: sandboxProofFile(folder), version })
const finder = (version = '1.0.0') => {
  const system = { run: mac.run, findProgram: async () => null, readRelease: async () => '' }
  return sandboxFinder('darwin', { proof: proofOf(version), system })
}
const prove = async () => await proveSeatbelt(proofOf('1.0.0'), mac.run)
const reasonOf = async (find = finder()) =>
  await find().then(
    () => null,
    (error: unknown) => (error instanceof HostError ? error.message : String(error))
  )
const isProven = async () =>
  await readFile(sandboxProofFile(folder)).then(
    () => true,
    () => false
  )

it('starts nothing sandboxed before the self-test, and names its command', async () => {
  const find = finder()
  expect(await reasonOf(find)).toContain(`until Parley's self-test succeeds on this Mac`)
  expect(await reasonOf(find)).toContain(selfTestCommand)
  expect(mac.started).toEqual([])
  const view = await findSandboxIn(find, 'darwin')
  expect(view).toMatchObject({ canContain: false, remedy: selfTestCommand })
})

it('uses the sandbox once the self-test has passed, without a restart, and says what it does not limit', async () => {
  const find = finder()
  await expect(find()).rejects.toThrow(HostError)
  expect(await prove()).toEqual([])
  expect(await find()).toEqual({ type: 'seatbelt', sandboxExec: '/usr/bin/sandbox-exec' })
  expect(await findSandboxIn(find, 'darwin')).toMatchObject({
    canContain: true,
    remedy: null,
    advice: { text: 'containment.macLimits' }
  })
})

it.each<[string, (proven: FakeMac) => void]>([
  ['a new build of macOS', (proven) => (proven.build = '25G10')],
  ['another computer', (proven) => (proven.computer = 'AAAAAAAA-0000-4000-8000-000000000002')],
  ['a computer that cannot be identified', (proven) => (proven.computer = '')]
])('asks for the self-test again on %s', async (_what, change) => {
  await prove()
  change(mac)
  expect(await reasonOf()).toContain('until')
})

it('asks for the self-test again in another version of Parley', async () => {
  await prove()
  expect(await reasonOf(finder('1.0.1'))).toContain('until')
})

it('believes no other text in the file', async () => {
  await writeFile(sandboxProofFile(folder), 'passed\n')
  expect(await reasonOf()).toContain('until')
})

it('tries the sandbox itself, even if the file says that it works', async () => {
  await prove()
  mac.enforces = () => false
  expect(await reasonOf()).toContain('the test “write in a folder that it may only read” failed on this Mac')
})

it.each<[string, string, FakeMac['enforces']]>([
  ['reads', 'read a file outside', (operation) => !operation.startsWith('file-read')],
  ['writes', 'write outside', (operation) => !operation.startsWith('file-write')],
  ['connections', 'connect to another port', (operation) => operation !== 'network-outbound'],
  ['renames', 'rename a closed folder', (operation) => operation !== 'file-write-unlink'],
  ['second names', 'give a file outside a second name', (operation) => operation !== 'file-link'],
  ['signals', 'signal Parley', (operation) => operation !== 'signal']
])('fails on a Mac that does not enforce %s', async (_what, name, enforces) => {
  mac.enforces = enforces
  expect(await prove()).toContainEqual({ name, was: 'allowed', words: '' })
  expect(await isProven()).toBe(false)
})

it('switches the sandbox off again when a later self-test fails', async () => {
  await prove()
  mac.enforces = () => false
  await prove()
  expect(await isProven()).toBe(false)
})

it('fails on a Mac whose sandbox refuses everything', async () => {
  mac.broken = ['/usr/bin/true']
  const [failed] = await prove()
  expect(failed).toEqual({ name: 'start a program', was: 'refused', words: 'it is broken' })
  expect(await isProven()).toBe(false)
})

it('takes a program that does not end for neither refused nor allowed', async () => {
  mac.endless = ['/bin/ls']
  expect(await prove()).toContainEqual({ name: 'list a folder outside', was: 'endless', words: '' })
  expect(await isProven()).toBe(false)
})

it.each([
  ['/bin/ls', 'list its own folder'],
  ['/bin/mv', 'rename a file of its own'],
  ['/bin/ln', 'create a link in its own folder'],
  ['/bin/kill', 'signal its parent']
])('proves nothing by %s if the sandbox always refuses it', async (program, name) => {
  mac.closed = [program]
  expect(await prove()).toContainEqual(expect.objectContaining({ name, was: 'refused' }))
})

it('proves nothing by a program that fails without the sandbox as well', async () => {
  mac.broken = ['/usr/bin/nc']
  const failed = await prove()
  expect(failed).toContainEqual({ name: 'connect to another port', was: 'unclear', words: 'it is broken' })
  expect(failed).toContainEqual({ name: 'connect to the proxy', was: 'refused', words: 'it is broken' })
})
