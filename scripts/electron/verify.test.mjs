// A runtime that somebody changed after it was unpacked must not start, however it was changed.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readInventory, sumOfInventory, takeInventory } from './inventory.mjs'
import { whatChanged } from './verify.mjs'

let folder
let dist
let list
const put = (name, text) => {
  fs.mkdirSync(path.dirname(path.join(dist, name)), { recursive: true })
  fs.writeFileSync(path.join(dist, name), text)
}

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-runtime-'))
  dist = path.join(folder, 'dist')
  list = path.join(folder, 'dist.files.json')
  put('electron', 'the program')
  put('libffmpeg.so', 'a library')
  put('locales/en-US.pak', 'words')
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const look = () => whatChanged(dist, { list })

test('an official runtime is taken as it is at its first use, and held to that from then on', async () => {
  expect(await look()).toBeNull()
  expect(await look()).toBeNull()
  put('libffmpeg.so', 'b library')
  expect(await look()).toBe('libffmpeg.so')
})

test('SEC-11-12 a program of the same size and with its old times set back is still found out', async () => {
  await look()
  const { atime, mtime } = fs.statSync(path.join(dist, 'electron'))
  put('electron', 'THE PROGRAM')
  fs.utimesSync(path.join(dist, 'electron'), atime, mtime)
  expect(await look()).toBe('electron')
})

test('a file that is new, one that is gone, and one that only shows are named', async () => {
  await look()
  put('libsneaked.so', 'x')
  put('locales/en-US.pak', 'other words')
  fs.rmSync(path.join(dist, 'libffmpeg.so'))
  expect(await look()).toBe('libffmpeg.so, libsneaked.so, locales/en-US.pak')
})

test('what was found wrong once is not taken for right at the next look', async () => {
  await look()
  put('electron', 'another program')
  await look()
  expect(await look()).toBe('electron')
})

test('new times alone are no change', async () => {
  await look()
  fs.utimesSync(path.join(dist, 'locales/en-US.pak'), new Date(0), new Date(0))
  expect(await look()).toBeNull()
})

test('SEC-11-12 the runtime of the registry is held against the pinned sum, whatever a list beside it says', async () => {
  const files = { electron: (await takeInventory(dist)).electron.sha256 }
  const pinned = { sum: sumOfInventory(await takeInventory(dist), ['electron']), files }
  expect(await whatChanged(dist, { list, pinned })).toBeNull()
  put('libffmpeg.so', 'another library')
  expect(await whatChanged(dist, { list, pinned })).toBe('libffmpeg.so')
  // Whoever changes a file can write the list as well.
  fs.writeFileSync(list, JSON.stringify(await takeInventory(dist)))
  expect(await whatChanged(dist, { list, pinned })).toBe('the sum over its files')
  fs.rmSync(list)
  expect(await whatChanged(dist, { list, pinned })).toBe('the sum over its files')
  put('libffmpeg.so', 'a library')
  put('electron', 'not made of our sources')
  expect(await whatChanged(dist, { list, pinned })).toBe('electron')
})

test('a list that lies can hide another text of what only shows, never another program', async () => {
  const pinned = { sum: sumOfInventory(await takeInventory(dist)), files: {} }
  const honest = await takeInventory(dist)
  const lie = async (name, text) => {
    put(name, text)
    const found = await takeInventory(dist)
    const kept = { ...found, [name]: { ...found[name], sha256: honest[name].sha256 } }
    fs.writeFileSync(list, JSON.stringify(kept))
    return whatChanged(dist, { list, pinned })
  }
  expect(await lie('locales/en-US.pak', 'other')).toBeNull()
  expect(await lie('electron', 'THE PROGRAM')).toBe('electron')
})

test('a list that is cut off is made anew', async () => {
  await look()
  fs.writeFileSync(list, '{"electron": ')
  expect(await look()).toBeNull()
  expect(Object.keys(readInventory(list)).sort()).toEqual(['electron', 'libffmpeg.so', 'locales/en-US.pak'])
})
