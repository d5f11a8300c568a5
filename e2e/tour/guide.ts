/**
 * Leads through the window in one language: opens it, finds controls by their English names, and takes a picture of
 * each view, light and dark. The pictures are in the folder of PARLEY_SCREENS, `‹view›-‹language›-‹theme›.png`; with
 * PARLEY_SCREENS_SMALL also one of a window of 800 × 600, `‹view›-‹language›-small.png`. With PARLEY_TOUR_AXE axe
 * checks each view, without pictures; with PARLEY_TOUR_CONTRAST the pictures use high contrast.
 */
import fs from 'node:fs'
import path from 'node:path'
import { test as base, type Locator, type Page } from 'playwright/test'
import { expectAccessible } from '../accessible'
import { launchParley, projectFolder, type Parley } from '../launch'
import { createWorkspace, type SettingsFile, type Workspace } from '../workspace'
import { readTourTexts, type Language, type TourTexts } from './tour-texts'

/** Axe checks every view instead of a camera, in one language: names and roles are there in both or in none. */
const isForAxe = process.env['PARLEY_TOUR_AXE'] === '1'
/** As a system with high contrast displays every window. */
const isInContrast = process.env['PARLEY_TOUR_CONTRAST'] === '1'
export const languages: readonly Language[] = isForAxe || isInContrast ? ['en'] : ['en', 'de']
export const folder = process.env['PARLEY_SCREENS'] ?? path.join(projectFolder, 'test-results/screens')

type Role = Parameters<Page['getByRole']>[0]

export interface Guide {
  readonly window: Page
  readonly parley: Parley
  readonly workspace: Workspace
  readonly words: TourTexts
  /** The control of this name, in the top dialog. */
  find(role: Role, english: string, filled?: Record<string, string>): Locator
  press(role: Role, english: string, filled?: Record<string, string>): Promise<void>
  /** Answers the open question, once it can be answered. */
  answer(english: string): Promise<void>
  send(text: string): Promise<void>
  /** Waits until it can be read. */
  read(text: string): Promise<void>
  trust(count: number): Promise<void>
  /** Where no settings file sets the window's language. */
  speak(language: Language): Promise<void>
  see(view: string): Promise<void>
  /** The same of another window. */
  seeIn(window: Page, view: string): Promise<void>
}

const size = { width: 1280, height: 800 }
const smallSize = { width: 800, height: 600 }

interface Start {
  readonly language: Language
  readonly settings: SettingsFile | null
  readonly env?: Record<string, string>
}

export const test = base.extend<{ workspace: Workspace; open: (start: Start) => Promise<Guide> }>({
  workspace: async ({}, use) => {
    const workspace = createWorkspace()
    await use(workspace)
    workspace.remove()
  },
  open: async ({ workspace }, use) => {
    const opened: Parley[] = []
    await use(async ({ language, settings, env = {} }) => {
      if (settings !== null) workspace.writeSettings({ appearance: { language }, ...settings })
      const parley = await launchParley(workspace, { env, args: [`--lang=${language}`] })
      opened.push(parley)
      await parley.window.setViewportSize(size)
      return createGuide(parley, language)
    })
    for (const parley of opened) await parley.quit().catch(() => parley.kill())
  }
})

function createGuide(parley: Parley, language: Language): Guide {
  const { window, workspace } = parley
  const words = readTourTexts(language)
  const find: Guide['find'] = (role, english, filled) =>
    window.getByRole(role, { name: words(english, filled), exact: true }).last()
  const press: Guide['press'] = (role, english, filled) => find(role, english, filled).click()
  const guide: Guide = {
    window,
    parley,
    workspace,
    words,
    find,
    press,
    async answer(english) {
      const button = find('button', english)
      const question = await button.elementHandle()
      await button.click()
      await question?.waitForElementState('hidden')
    },
    async send(text) {
      await find('button', 'Stop').waitFor({ state: 'detached' })
      await find('textbox', 'Message').fill(text)
      await find('textbox', 'Message').press('Enter')
    },
    read: (text) => window.getByText(text).first().waitFor(),
    async trust(count) {
      for (let done = 0; done < count; done += 1) await guide.answer('Trust and start')
      await find('button', 'Servers: {count, number} connected', { 'count, number': String(count) }).waitFor()
    },
    async speak(chosen) {
      await window.evaluate(setLanguage, chosen)
      await window.locator(`html[lang="${chosen}"]`).waitFor()
    },
    async see(view) {
      const notice = find('button', 'Hide this notice')
      if ((await window.getByRole('dialog').count()) === 0 && (await notice.isVisible())) await notice.click()
      await window.evaluate(renamePaths, [projectFolder, workspace.folder])
      await takeBoth(window, `${slug(view)}-${language}`, view)
    },
    seeIn: (other, view) => takeBoth(other, `${slug(view)}-${language}`, view)
  }
  return guide
}

async function takeBoth(window: Page, name: string, view: string): Promise<void> {
  if (isForAxe) return await lookAt(window, view)
  fs.mkdirSync(folder, { recursive: true })
  if (name.endsWith('-en')) fs.appendFileSync(path.join(folder, 'views.txt'), `${slug(view)}\t${view}\n`)
  for (const colorScheme of ['light', 'dark'] as const) {
    const forcedColors = isInContrast ? 'active' : null
    await window.emulateMedia({ colorScheme, forcedColors, reducedMotion: 'reduce' })
    await base.expect.poll(() => window.evaluate(() => document.getAnimations().length)).toBe(0)
    const file = path.join(folder, `${name}-${colorScheme}.png`)
    await window.screenshot({ path: file, animations: 'disabled', caret: 'hide' })
  }
  if (process.env['PARLEY_SCREENS_SMALL'] !== '1') return
  await window.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await window.setViewportSize(smallSize)
  await window.screenshot({
    path: path.join(folder, `${name}-small.png`),
    animations: 'disabled',
    caret: 'hide'
  })
  await window.setViewportSize(size)
}

/** Content under an open menu or list is inert, as under a dialog. */
async function lookAt(window: Page, view: string): Promise<void> {
  for (const part of ['menu', 'listbox'] as const)
    if (await window.getByRole(part).first().isVisible())
      return await expectAccessible(window, `[role="${part}"]`, view)
  await expectAccessible(window, 'html', view)
}

interface Bridged {
  readonly bridge: { call(name: string, input: object): Promise<unknown> }
}

/** Runs in the page. */
function setLanguage(language: string): Promise<unknown> {
  const { bridge } = globalThis as unknown as Bridged
  return bridge.call('settings.set', { values: { 'appearance.language': language } })
}

/** Runs in the page: hides the folders of the user who takes the pictures. */
function renamePaths([project = '', own = '']: string[]): void {
  const rename = (text: string) => text.replaceAll(project, '/opt/parley').replaceAll(own, '/home/ada')
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode())
    if (text.nodeValue !== null && rename(text.nodeValue) !== text.nodeValue)
      text.nodeValue = rename(text.nodeValue)
  for (const field of document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('textarea, input'))
    if (rename(field.value) !== field.value) field.value = rename(field.value)
}

const slug = (view: string): string => view.toLowerCase().replaceAll(/[^a-z0-9]+/gu, '-')
