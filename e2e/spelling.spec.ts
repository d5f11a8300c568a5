/** Misspelt words are marked as one types, with words of this computer alone; one may be taught, and stays right. */
import fs from 'node:fs'
import path from 'node:path'
import type { ElectronApplication } from 'playwright/test'
import { expect, test } from './test'
import type { Parley } from './launch'
import { messageBox } from './window'

interface Watched {
  /** Of the menu that came last. */
  offered: string[]
  press: (label: string) => void
  requested: string[]
}

/** Menus are drawn by the system, and nothing that Chromium asks a network for goes unseen. */
async function watch(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ Menu, session }) => {
    const seen = globalThis as unknown as Watched
    seen.offered = []
    seen.requested = []
    Menu.prototype.popup = function popup() {
      seen.offered = this.items.map(({ label }) => label)
      seen.press = (wanted) => this.items.find(({ label }) => label === wanted)?.click()
    }
    const note = (what: string) => void seen.requested.push(what)
    session.defaultSession.on('spellcheck-dictionary-download-begin', (_event, language) => note(language))
    session.defaultSession.webRequest.onBeforeRequest(({ url }, go) => {
      if (!url.startsWith('app:') && !url.startsWith('devtools:')) note(url)
      go({})
    })
  })
}

/** What the menu offers for the word that stands so far from the left of the message box. */
async function menuAt({ app, window }: Parley, x: number): Promise<string[]> {
  await app.evaluate(() => void Object.assign(globalThis, { offered: [] }))
  await messageBox(window).click({ button: 'right', position: { x, y: 14 } })
  const offered = () => app.evaluate(() => (globalThis as unknown as Watched).offered)
  await expect.poll(offered).not.toEqual([])
  return await offered()
}

const menuOfFirstWord = (parley: Parley) => menuAt(parley, 24)

async function write({ window }: Parley, text: string): Promise<void> {
  await messageBox(window).fill('')
  await messageBox(window).pressSequentially(text)
}

const press = ({ app }: Parley, label: string) =>
  app.evaluate((_electron, wanted) => (globalThis as unknown as Watched).press(wanted), label)

const requested = ({ app }: Parley) => app.evaluate(() => (globalThis as unknown as Watched).requested)

test('a misspelt word gets the right one from its menu; a word that was added is right from then on', async ({
  workspace,
  start
}) => {
  workspace.writeSettings({ mcpServers: {}, models: { default: 'direct' } })
  const first = await start()
  await watch(first.app)
  await write(first, 'recieve a letter ')
  await expect.poll(() => menuOfFirstWord(first)).toContain('receive')
  expect(await menuOfFirstWord(first)).toContain('Add to dictionary')
  await press(first, 'receive')
  await expect(messageBox(first.window)).toHaveValue('receive a letter ')
  await expect.poll(() => menuOfFirstWord(first)).not.toContain('Add to dictionary')

  await write(first, 'zworble recieves ')
  await expect.poll(() => menuOfFirstWord(first)).toContain('Add to dictionary')
  await press(first, 'Add to dictionary')
  await expect.poll(() => menuOfFirstWord(first)).not.toContain('Add to dictionary')
  await expect(messageBox(first.window)).toHaveValue('zworble recieves ')
  expect(await requested(first)).toEqual([])
  await first.quit()

  const words = path.join(workspace.dataFolder, 'dictionaries', 'own-words.txt')
  expect(fs.readFileSync(words, 'utf8')).toBe('zworble\n')
  const logs = Object.values(workspace.readLogs()).join('\n')
  expect(logs).not.toMatch(/zworble|reciev/u)

  const second = await start()
  await watch(second.app)
  // The draft of before comes back first.
  await expect(messageBox(second.window)).toHaveValue('zworble recieves ')
  await write(second, 'zworble recieve ')
  // Once the word beside it is marked, this one was looked up, too.
  await expect.poll(() => menuAt(second, 90)).toContain('receive')
  expect(await menuOfFirstWord(second)).not.toContain('Add to dictionary')
  expect(await requested(second)).toEqual([])
})

test('dictionaries are chosen and the check is switched off in the settings; what is there, and what is broken, is said', async ({
  workspace,
  start
}) => {
  workspace.writeSettings({ mcpServers: {}, models: { default: 'direct' } })
  const own = path.join(workspace.dataFolder, 'dictionaries')
  fs.mkdirSync(own, { recursive: true })
  fs.writeFileSync(path.join(own, 'de_DE.aff'), 'SET UTF-8\n')
  fs.writeFileSync(path.join(own, 'de_DE.dic'), '2\nBrief\nzworble\n')
  fs.writeFileSync(path.join(own, 'fr.dic'), '1\nlettre\n')
  const parley = await start()
  const { window } = parley
  await watch(parley.app)
  await write(parley, 'zworble letter ')
  await expect.poll(() => menuOfFirstWord(parley)).toContain('Add to dictionary')

  const settings = window.getByRole('region', { name: 'Check spelling where I type' })
  const openSettings = async () => {
    await window.keyboard.press('Control+,')
    await window.getByRole('tab', { name: 'Appearance' }).click()
    await settings.scrollIntoViewIfNeeded()
  }
  await openSettings()
  await expect(settings.getByRole('checkbox', { name: 'English (en)' })).toBeChecked()
  await expect(settings).toContainText(own)
  await expect(settings).toContainText('fr.dic')
  const german = settings.getByRole('checkbox', { name: 'German (Germany) (de_DE), of your folder' })
  await german.click()
  await expect(german).toBeChecked()
  await expect.poll(() => workspace.readSettings()).toMatch(/"languages": \[\s*"en",\s*"de_DE"\s*\]/)
  for (const colorScheme of ['light', 'dark'] as const) {
    await window.emulateMedia({ colorScheme })
    await window.screenshot({ path: test.info().outputPath(`spelling-${colorScheme}.png`) })
  }
  await window.keyboard.press('Escape')
  await write(parley, 'zworble reciev ')
  await expect.poll(() => menuAt(parley, 90)).toContain('Add to dictionary')
  expect(await menuOfFirstWord(parley)).not.toContain('Add to dictionary')

  await openSettings()
  await settings.getByRole('button', { name: 'Follow the language of the screen' }).click()
  await expect(settings.getByRole('checkbox', { name: /German/ })).not.toBeChecked()
  await settings.getByRole('switch', { name: 'Check spelling where I type' }).click()
  await expect(settings.getByRole('checkbox')).toHaveCount(0)
  await window.keyboard.press('Escape')
  await write(parley, 'recieve reciev ')
  expect(await menuOfFirstWord(parley)).not.toContain('receive')
})
