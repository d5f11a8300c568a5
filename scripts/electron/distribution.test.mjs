import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { unsummed } from '../setup/lock-file.mjs'
import { changedFiles, sumFiles, sumOver } from './distribution.mjs'

let folder
let dist
const put = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(dist, name)), { recursive: true })
  fs.writeFileSync(path.join(dist, name), text)
}
const look = () => changedFiles(dist, path.join(folder, 'dist.files.json'))

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-runtime-'))
  dist = path.join(folder, 'dist')
  put('electron', 'the program')
  put('libffmpeg.so', 'a library')
  put('locales/en-US.pak', 'words')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

describe('an unpacked Electron', () => {
  it('is compared with what it was at its first use', async () => {
    expect(await look()).toEqual([])
    expect(await look()).toEqual([])
    put('libffmpeg.so', 'b library')
    expect(await look()).toEqual(['libffmpeg.so'])
    expect(await look()).toEqual(['libffmpeg.so'])
  })

  it('SEC-11-12 is found changed when a program keeps its size and its times', async () => {
    await look()
    const { atime, mtime } = fs.statSync(path.join(dist, 'electron'))
    put('electron', 'THE PROGRAM')
    fs.utimesSync(path.join(dist, 'electron'), atime, mtime)
    expect(await look()).toEqual(['electron'])
  })

  it('is found changed by new, missing and linked files', async () => {
    await look()
    put('libsneaked.so', 'x')
    fs.rmSync(path.join(dist, 'libffmpeg.so'))
    fs.rmSync(path.join(dist, 'locales/en-US.pak'))
    fs.symlinkSync('./', path.join(dist, 'locales/en-US.pak'))
    expect(await look()).toEqual(['libffmpeg.so', 'libsneaked.so', 'locales/en-US.pak'])
  })

  it('SEC-11-12 has one sum over names and contents', async () => {
    const sum = sumOver(await sumFiles(dist))
    expect(sumOver(await sumFiles(dist))).toBe(sum)
    fs.renameSync(path.join(dist, 'electron'), path.join(dist, 'other'))
    expect(sumOver(await sumFiles(dist))).not.toBe(sum)
  })
})

it.each(['scripts/electron/donor', 'scripts/setup/nodes'])(
  'SEC-11-12 %s pins what each package holds',
  (pins) => {
    const lock = JSON.parse(fs.readFileSync(inProject(pins, 'package-lock.json'), 'utf8'))
    expect(Object.keys(lock.packages).length).toBeGreaterThan(1)
    expect(unsummed(lock)).toEqual([])
  }
)
