import { execFileSync } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { toEnglish } from '../../../../texts/render-localized'
import { createBuiltInNode } from './built-in-node'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-own-node-'))
  await mkdir(path.join(folder, 'app'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const mark = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'

interface Electron {
  readonly fuses?: string
  readonly version?: number
  readonly does?: string
}

/** A program with fuses as Electron has them, which exits at once. */
async function putElectron({ fuses = '01001100', version = 1, does = 'exit 0' }: Electron = {}) {
  const file = path.join(folder, 'app', 'parley')
  const head = Buffer.from(`#!/bin/sh\n${does}\nexit 0\n${'x'.repeat(4_194_200)}${mark}`)
  await writeFile(file, Buffer.concat([head, Buffer.from([version, fuses.length]), Buffer.from(fuses)]))
  await chmod(file, 0o755)
  await writeFile(path.join(folder, 'app', 'icudtl.dat'), 'data')
  return file
}

const data = () => path.join(folder, 'own-node')
const findIn = (executable: string, more: { platform?: NodeJS.Platform; isElectron?: boolean } = {}) =>
  createBuiltInNode({ folder: data(), executable, platform: 'linux', isElectron: true, ...more })()
const fusesOf = async (file: string) => (await readFile(file, 'latin1')).slice(-8)

it('is the Node that runs Parley, if it is one', async () => {
  expect(await findIn(process.execPath, { isElectron: false })).toEqual({
    file: process.execPath,
    environment: {}
  })
})

it('is Electron’s own program, if it may run as Node', async () => {
  const file = await putElectron({ fuses: '10110001' })
  expect(await findIn(file)).toEqual({ file, environment: { ELECTRON_RUN_AS_NODE: '1' } })
  await expect(readdir(data())).rejects.toThrow()
})

it('is a copy that may run as Node and has no other difference, with its libraries; Parley’s own program is unchanged', async () => {
  const program = await putElectron()
  const found = await findIn(program)
  if ('reason' in found) throw new Error(toEnglish(found.reason))
  expect(path.basename(found.file)).toBe('node')
  expect([await fusesOf(program), await fusesOf(found.file)]).toEqual(['01001100', '11101100'])
  expect((await readdir(path.dirname(found.file))).toSorted()).toEqual(['icudtl.dat', 'node'])
  const [copy, original] = await Promise.all([found.file, program].map((file) => readFile(file)))
  expect(copy?.subarray(0, -8).equals(original?.subarray(0, -8) ?? Buffer.alloc(0))).toBe(true)
  execFileSync(found.file)
})

it('is created once, and again if it is no longer the copy of this program', async () => {
  const program = await putElectron()
  const first = await findIn(program)
  if ('reason' in first) throw new Error(toEnglish(first.reason))
  const beside = path.join(path.dirname(first.file), 'left')
  await writeFile(beside, '')
  expect(await findIn(program)).toEqual(first)
  expect(await readdir(path.dirname(first.file))).toContain('left')

  await writeFile(first.file, '#!/bin/sh\nexit 7\n')
  expect(await findIn(program)).toEqual(first)
  expect(await readdir(path.dirname(first.file))).not.toContain('left')
  execFileSync(first.file)
})

it('is missing with a reason: on macOS, with unknown fuses, if the copy does not run', async () => {
  const reason = async (...input: Parameters<typeof findIn>) => {
    const found = await findIn(...input)
    return 'reason' in found ? toEnglish(found.reason) : found.file
  }
  expect(await reason(await putElectron(), { platform: 'darwin' })).toMatch(
    "doesn't include Node on this system"
  )
  expect(await reason(await putElectron({ version: 2 }))).toMatch("can't run the Node version")
  expect(await reason(await putElectron({ fuses: 'r1001100' }))).toMatch("can't run the Node version")
  expect(await reason(await putElectron({ does: 'exit 3' }))).toMatch("couldn't prepare")
})
