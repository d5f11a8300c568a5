import { writeFileSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createFileState } from './file-state'
import { createSettingsWriter } from './settings-writer'
import { setValue } from '../document/text-edits'

let folder: string
let file: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'writer-'))
  file = join(folder, 'settings.json')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const create = () =>
  createSettingsWriter({ file, backupFolder: join(folder, 'backups'), initialText: '{}', now: Date.now })

test('keeps what another program saves while a change is made', async () => {
  writeFileSync(file, '{"a": 1}')
  let rounds = 0
  const text = await create().write((current) => {
    rounds += 1
    if (rounds === 1) writeFileSync(file, '{"a": 1, "theirs": 2}')
    return setValue(current, ['ours'], 3)
  })
  expect(JSON.parse(text)).toEqual({ a: 1, theirs: 2, ours: 3 })
  expect(await readFile(file, 'utf8')).toBe(text)
})

test('fails if another program saves all the time', async () => {
  let saves = 0
  const writing = create().write((current) => {
    writeFileSync(file, JSON.stringify({ saves: (saves += 1) }))
    return setValue(current, ['ours'], 3)
  })
  await expect(writing).rejects.toMatchObject({ code: 'SETTINGS_WRITE_FAILED' })
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ saves })
})

test('writes nothing for a change without an effect', async () => {
  writeFileSync(file, '{"a": 1}')
  await create().write((text) => text)
  expect(await readdir(folder)).toEqual(['settings.json'])
})

test('reports nothing when the same bytes are read again', async () => {
  const state = createFileState({
    file,
    newestBackup: () => Promise.resolve(null),
    memory: { read: () => Promise.resolve(null), write: () => Promise.resolve() }
  })
  const heard: string[] = []
  state.onChange(({ values }) => heard.push(values['appearance.theme']))
  for (const text of [
    '{}',
    '{}',
    '{"appearance": {"theme": "dark"}}',
    '{"appearance": {"theme": "dark"}}',
    '{',
    '{'
  ]) {
    writeFileSync(file, text)
    await state.reload()
  }
  expect(heard).toEqual(['system', 'dark', 'dark'])
  expect(state.current().isLastGoodInUse).toBe(true)
})
