/** The roots that servers get. */
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { RootList } from './wire-roots'
import { soon } from '../../testing/soon'

let folder: string
let roots: RootList
let changes = 0
let isConcerned: (serverName: string) => boolean

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-roots-'))
  changes = 0
  roots = new RootList({
    onChange: (concerns) => {
      changes += 1
      isConcerned = concerns
    },
    lookEveryMs: 20
  })
})
afterEach(async () => {
  roots.close()
  await rm(folder, { recursive: true, force: true })
})

const rootOf = (file: string) => ({ uri: pathToFileURL(file).href, name: null })

it('ROOT-06: offers nothing that was not configured', async () => {
  expect(await roots.offeredTo('any')).toEqual([])
})

it('ROOT-03 ROOT-07: offers only plain file URIs of folders', async () => {
  await writeFile(path.join(folder, 'file'), '')
  const good = rootOf(folder)
  const base = pathToFileURL(`${folder}/`).href
  roots.set([
    good,
    { uri: 'https://example.test/', name: 'web' },
    { uri: `${base}..%2f..`, name: null },
    { uri: `${base}../other`, name: null },
    { uri: `${base}%00`, name: null },
    { uri: 'not an address', name: null },
    rootOf(path.join(folder, 'file'))
  ])
  expect(await roots.offeredTo('any')).toEqual([good])
})

it('ROOT-04: notifies of every change, and only of changes', () => {
  roots.set([rootOf(folder)])
  roots.set([rootOf(folder)])
  expect(changes).toBe(1)
  roots.set([{ ...rootOf(folder), name: 'Renamed' }])
  roots.set([])
  expect(changes).toBe(3)
})

it('ROOT-08 ROOT-09: leaves a folder out while it is missing, and reports it', async () => {
  const inner = path.join(folder, 'inner')
  await mkdir(inner)
  roots.set([rootOf(folder), rootOf(inner)])
  await vi.waitFor(async () => expect(await roots.offeredTo('any')).toHaveLength(2), soon)
  await rm(inner, { recursive: true })
  await vi.waitFor(() => expect(changes).toBe(2), soon)
  expect(await roots.offeredTo('any')).toEqual([rootOf(folder)])
  await mkdir(inner)
  await vi.waitFor(() => expect(changes).toBe(3), soon)
  expect(await roots.offeredTo('any')).toHaveLength(2)
})

const isAdministrator = process.geteuid?.() === 0
/** An administrator can read every folder, and a worker thread can't change its user. */
const canBeOrdinary = !isAdministrator || process.seteuid !== undefined

it.skipIf(!canBeOrdinary)('ROOT-08 ROOT-09: leaves a folder out while it is unreadable', async () => {
  const closed = path.join(folder, 'closed')
  await chmod(folder, 0o755)
  await mkdir(closed)
  await chmod(closed, 0o000)
  roots.set([rootOf(folder), rootOf(closed)])
  if (isAdministrator) process.seteuid?.(65_534)
  try {
    expect(await roots.offeredTo('any')).toEqual([rootOf(folder)])
  } finally {
    if (isAdministrator) process.seteuid?.(0)
  }
  await chmod(closed, 0o755)
  expect(await roots.offeredTo('any')).toEqual([rootOf(folder), rootOf(closed)])
})

it('ROOT-04 ROOT-06: lists for each server its own roots, and notifies it only of their changes', async () => {
  const notes = path.join(folder, 'notes')
  await mkdir(notes)
  const concerned = () => ['notes', 'weather'].filter((name) => isConcerned(name))
  roots.set([rootOf(folder)])
  expect(concerned()).toEqual(['notes', 'weather'])
  roots.set([rootOf(folder), { ...rootOf(notes), servers: ['notes'] }])
  expect(concerned()).toEqual(['notes'])
  expect(await roots.offeredTo('notes')).toEqual([rootOf(folder), rootOf(notes)])
  expect(await roots.offeredTo('weather')).toEqual([rootOf(folder)])

  roots.set([rootOf(folder), { ...rootOf(notes), servers: ['weather'] }])
  expect(concerned()).toEqual(['notes', 'weather'])
  await rm(notes, { recursive: true })
  await vi.waitFor(() => expect(concerned()).toEqual(['weather']), soon)
  expect(await roots.offeredTo('weather')).toEqual([rootOf(folder)])
})
