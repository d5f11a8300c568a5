/** The settings file is changed by another program while Parley runs, or while it doesn't. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLogger } from '../../base/logger'
import { createMemoryFacts } from '../../testing/memory-facts'
import { createSettings } from './settings-store'
import type { Settings, SettingsOptions } from './settings-store'
import { soon } from '../../testing/soon'

let folder: string
let file: string
let facts: SettingsOptions['facts']
const opened: Settings[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outside '))
  file = join(folder, 'settings.json')
  facts = createMemoryFacts()
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((settings) => settings.dispose()))
  await rm(folder, { recursive: true, force: true })
})

async function start(): Promise<Settings> {
  const settings = createSettings({
    file,
    facts,
    dataFolder: folder,
    schemaFile: fileURLToPath(new URL('../../../resources/settings.schema.json', import.meta.url)),
    defaultText: '{}',
    now: Date.now,
    log: silentLogger
  })
  opened.push(settings)
  await settings.start()
  return settings
}

const save = (content: object) => writeFile(file, JSON.stringify(content))
const onDisk = async () => JSON.parse(await readFile(file, 'utf8')) as unknown
const heldIn = (settings: Settings) => settings.view({ isPersistent: true, reason: null }).held
const placesIn = (settings: Settings) => heldIn(settings)?.changes.map(({ path }) => path.join('.')) ?? []
const isReviewed = (settings: Settings) => settings.current().servers[0]?.reviewsResults

const notes = (choices: object = {}) => ({ mcpServers: { notes: { command: 'node', ...choices } } })
const reviewed = notes({ reviewResults: true })

/** The allowed file, changed by another program while Parley runs. */
async function changeWhileRunning(before: object, after: object): Promise<Settings> {
  await save(before)
  const settings = await start()
  await save(after)
  await vi.waitFor(() => expect(heldIn(settings)).toBeDefined(), soon)
  return settings
}

test('accepts a file from before the first start', async () => {
  const content = {
    ...notes({ showIcons: true }),
    roots: ['/a'],
    conversation: { systemPrompt: 'Be brief.' }
  }
  await save(content)
  const settings = await start()
  expect(heldIn(settings)).toBeUndefined()
  expect(settings.current()).toMatchObject({
    roots: ['/a'],
    servers: [{ areIconsAllowed: true }],
    values: { 'conversation.systemPrompt': 'Be brief.' }
  })
  expect(await onDisk()).toEqual(content)
})

test('SEC-11-9 keeps a review that another program switched off until the approval, and leaves the file unchanged', async () => {
  const settings = await changeWhileRunning(reviewed, { ...notes(), appearance: { theme: 'dark' } })
  expect(isReviewed(settings)).toBe(true)
  expect(settings.current().values['appearance.theme']).toBe('dark')
  expect(await onDisk()).toEqual({ ...notes(), appearance: { theme: 'dark' } })

  await settings.useHeld(heldIn(settings)?.id ?? '')
  expect(isReviewed(settings)).toBe(false)
  expect(heldIn(settings)).toBeUndefined()
})

test('remembers over a restart which changes wait or were allowed', async () => {
  const first = await changeWhileRunning(reviewed, notes())
  await first.dispose()
  const second = await start()
  expect(placesIn(second)).toEqual(['mcpServers.notes.reviewResults'])
  expect(isReviewed(second)).toBe(true)
  await second.useHeld(heldIn(second)?.id ?? '')
  await second.dispose()
  const third = await start()
  expect(heldIn(third)).toBeUndefined()
  expect(isReviewed(third)).toBe(false)
})

test("holds back a change that was made while Parley didn't run", async () => {
  await save(reviewed)
  await (await start()).dispose()
  await save({ ...notes(), roots: ['/'] })
  const settings = await start()
  expect(placesIn(settings)).toEqual(['mcpServers.notes.reviewResults', 'roots./'])
  expect(settings.current().roots).toEqual([])
})

test('restores discarded values in the file, and keeps its comments and the rest', async () => {
  const before = {
    ...notes({ reviewResults: true, tools: { delete: { disabled: true } } }),
    roots: ['/a', { path: '/b', servers: ['notes'] }],
    conversation: { systemPrompt: 'Be brief.', maxToolSteps: 5 },
    models: { prices: { 'a/b': { inputPerMillion: 3, outputPerMillion: 15 } } }
  }
  await save(before)
  const settings = await start()
  await writeFile(
    file,
    `{ // mine
      "mcpServers": { "notes": { "command": "node" } },
      "roots": ["/a", "/b", "/c"],
      "conversation": { "systemPrompt": "Obey.", "maxToolSteps": 900 },
      "models": { "prices": { "a/b": { "inputPerMillion": 0, "outputPerMillion": 15 } } },
      "appearance": { "theme": "dark" } }`
  )
  await vi.waitFor(() => expect(heldIn(settings)?.changes).toHaveLength(7), soon)
  await settings.putBackHeld(heldIn(settings)?.id ?? '')
  expect(heldIn(settings)).toBeUndefined()
  const text = await readFile(file, 'utf8')
  expect(text).toContain('// mine')
  expect(JSON.parse(text.replace('// mine', ''))).toEqual({ ...before, appearance: { theme: 'dark' } })
})

test('requires another answer if the file has changed since', async () => {
  const settings = await changeWhileRunning(reviewed, notes())
  const shown = heldIn(settings)?.id ?? ''
  await save({ ...notes(), roots: ['/'] })
  await vi.waitFor(() => expect(heldIn(settings)?.changes).toHaveLength(2), soon)
  await expect(settings.useHeld(shown)).rejects.toMatchObject({ code: 'CONSENT_UNKNOWN_QUESTION' })
  await expect(settings.putBackHeld(shown)).rejects.toMatchObject({ code: 'CONSENT_UNKNOWN_QUESTION' })
  expect(isReviewed(settings)).toBe(true)
  expect(settings.current().roots).toEqual([])
})

test('withdraws the question when the change is undone', async () => {
  const settings = await changeWhileRunning(reviewed, notes())
  await save(reviewed)
  await vi.waitFor(() => expect(heldIn(settings)).toBeUndefined(), soon)
  expect(isReviewed(settings)).toBe(true)
})

test('asks nothing about changes in the window that lower protection', async () => {
  await save({ ...notes({ reviewResults: true, tools: { delete: { disabled: true } } }), roots: ['/a'] })
  const settings = await start()
  await settings.setServerChoices('notes', { reviewsResults: false, areIconsAllowed: true })
  await settings.setServerChoices('notes', { receivesEverything: true })
  await settings.setTools('notes', ['delete'], { isDisabled: false })
  await settings.setRoots(['/a', '/b'])
  await settings.setValues({ 'conversation.systemPrompt': 'Be brief.', 'conversation.maxToolSteps': 900 })
  await settings.setModelPrice('a/b', { inputPerMillion: 3, outputPerMillion: 15 })
  await settings.setModelPrice('a/b', { inputPerMillion: 0, outputPerMillion: 0 })
  expect(heldIn(settings)).toBeUndefined()
  expect(settings.current()).toMatchObject({
    roots: ['/a', '/b'],
    values: { 'conversation.systemPrompt': 'Be brief.' },
    servers: [{ reviewsResults: false, areIconsAllowed: true, receivesEverything: true }]
  })
  await settings.dispose()
  expect(heldIn(await start())).toBeUndefined()
})

const weak = '{"command": "node", "receiveFromAll": true, "showIcons": true}'

test.each<[string, (settings: Settings) => Promise<unknown>]>([
  ['pasted', (settings) => settings.pasteServers(`{"mcpServers": {"more": ${weak}}}`)],
  ['added', (settings) => settings.saveServerEntry(null, 'more', weak)],
  ['written over one that is there', (settings) => settings.saveServerEntry('more', 'more', weak)]
])("gives an entry that is %s no exemption that the user didn't choose", async (how, bring) => {
  await save({ mcpServers: how.startsWith('written') ? { more: { command: 'node' } } : {} })
  const settings = await start()
  await bring(settings)
  const places = ['mcpServers.more.receiveFromAll', 'mcpServers.more.showIcons']
  expect(placesIn(settings).toSorted()).toEqual(places)
  expect(settings.current().servers).toMatchObject([{ receivesEverything: false, areIconsAllowed: false }])
  await settings.dispose()
  const again = await start()
  expect(placesIn(again).toSorted()).toEqual(places)
  await again.useHeld(heldIn(again)?.id ?? '')
  expect(again.current().servers).toMatchObject([{ receivesEverything: true, areIconsAllowed: true }])
})

test('keeps a protection that is missing in the text of an entry', async () => {
  await save(notes({ reviewResults: true, tools: { delete: { disabled: true } } }))
  const settings = await start()
  await settings.saveServerEntry('notes', 'notes', '{"command": "node", "cwd": "/"}')
  expect(placesIn(settings).toSorted()).toEqual([
    'mcpServers.notes.reviewResults',
    'mcpServers.notes.tools.delete.disabled'
  ])
  expect(isReviewed(settings)).toBe(true)
  await settings.putBackHeld(heldIn(settings)?.id ?? '')
  expect(await onDisk()).toEqual(
    notes({ cwd: '/', reviewResults: true, tools: { delete: { disabled: true } } })
  )
})

test('gives a server that was removed in the window and added again no earlier approval', async () => {
  await save({ mcpServers: { more: JSON.parse(weak) as object } })
  const settings = await start()
  expect(settings.current().servers).toMatchObject([{ receivesEverything: true }])
  await settings.removeServer('more')
  await settings.saveServerEntry(null, 'more', weak)
  expect(placesIn(settings).toSorted()).toEqual([
    'mcpServers.more.receiveFromAll',
    'mcpServers.more.showIcons'
  ])
})

test("doesn't apply an approval to a program that replaced the shown one", async () => {
  const settings = await changeWhileRunning(notes(), notes({ receiveFromAll: true }))
  const shown = heldIn(settings)?.id ?? ''
  await save({ mcpServers: { notes: { command: 'evil', receiveFromAll: true } } })
  await vi.waitFor(() => expect(heldIn(settings)?.id).not.toBe(shown), soon)
  await expect(settings.useHeld(shown)).rejects.toMatchObject({ code: 'CONSENT_UNKNOWN_QUESTION' })
  expect(settings.current().servers).toMatchObject([{ receivesEverything: false }])
})

test('lets the user choose a waiting value in the window, while the others keep waiting', async () => {
  const settings = await changeWhileRunning(reviewed, { ...notes(), roots: ['/'] })
  await settings.setValues({ 'appearance.theme': 'dark' })
  expect(placesIn(settings)).toHaveLength(2)
  await settings.setServerChoices('notes', { reviewsResults: false })
  expect(isReviewed(settings)).toBe(false)
  expect(placesIn(settings)).toEqual(['roots./'])
})

test('keeps a value waiting when the user renames the server in the window', async () => {
  const settings = await changeWhileRunning(reviewed, notes({ showIcons: true }))
  await settings.saveServerEntry('notes', 'plans', await settings.readServerEntry('notes'))
  expect(placesIn(settings)).toEqual(['mcpServers.plans.reviewResults', 'mcpServers.plans.showIcons'])
  expect(settings.current().servers).toMatchObject([{ reviewsResults: true, areIconsAllowed: false }])
})

test('treats a server that the user removed in the window as new when it is added again', async () => {
  await save(reviewed)
  const settings = await start()
  await settings.removeServer('notes')
  await settings.saveServerEntry(null, 'notes', '{"command": "node"}')
  expect(heldIn(settings)).toBeUndefined()
})

test("allows nothing unusual if the history can't be read", async () => {
  facts = {
    readFact: () => Promise.reject(new Error('gone')),
    writeFact: () => Promise.reject(new Error('gone'))
  }
  await save({ ...reviewed, roots: ['/'] })
  const settings = await start()
  expect(placesIn(settings)).toEqual(['roots./'])
  await settings.useHeld(heldIn(settings)?.id ?? '')
  expect(settings.current().roots).toEqual(['/'])
})
