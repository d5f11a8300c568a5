/**
 * An app that journeys visit one after the other. Each worker has one. A visit fails if it leaves servers, open
 * questions, work of the model or reported errors. A visit may quit it and continue in its next start, and so do
 * later visits. The app is replaced after a hundred visits and after a failed journey. A visit with a server of a
 * name that an earlier visit protected, limited or signed out of finds the app restarted with an empty data folder.
 */
import type { Page } from 'playwright/test'
import fs from 'node:fs'
import path from 'node:path'
import { serverSettings } from '../app/contract/simple-settings'
import { forgetAllowed } from './server-questions'
import { closeShared, expectNoProblems, hasNewSecrets, openShared } from './ending'
import { expect } from './expect'
import { startModel, type Model, type Script } from './fixtures/model'
import { giveFocus, modelIn, type Parley } from './launch'
import { listProcesses } from './processes'
import { backToChat, chips, expectConnected, messageBox } from './window'
import { createWorkspace, type ServerEntry, type SettingsFile, type Workspace } from './workspace'

/** While it waits for the next visit it must not take the focus from an app that a journey starts for itself. */
const otherDisplay = process.env.PARLEY_E2E_OTHER_DISPLAY
/** On a display that it shares with those it doesn't wait. */
const visitsOfAnApp = otherDisplay === undefined ? 1 : 100

interface OpenApp {
  readonly parley: Parley
  readonly blank: SettingsFile
  readonly size: { readonly width: number; readonly height: number }
  readonly past: Past
  /** A snapshot of the page's memory is taken at the end, and before a quit if the visit had a secret. */
  isClosing: boolean
}

interface Past {
  /** Servers of which the app remembers something by their name, also once their entry is gone. */
  readonly names: Set<string>
  /** Servers of the current visit, which may quit the app and find them again. */
  readonly ofVisit: Set<string>
  /** How many sign-outs of the logs have been read. */
  signOuts: number
}

interface Visit {
  readonly parley: Parley
  readonly workspace: Workspace
}

export interface SharedApp {
  enter(): Promise<Visit>
  /** The app in front, with keyboard focus. Started again where the visit has quit it, or needs another past. */
  show(): Promise<Parley>
  /** The model that the app knows, with this script. */
  model(script: Script): Model
  /** Ends the visit: everything it added must be gone. */
  leave(): Promise<void>
  close(): Promise<void>
}

export function createSharedApp(): SharedApp {
  let visits = 0
  let app: OpenApp | undefined
  const model = createVisitModel()
  const there = () => {
    if (!app) throw new Error('The app is there inside tests only.')
    return app
  }
  const close = async () => {
    const last = app
    app = undefined
    if (!last) return
    last.isClosing = true
    await closeShared(last.parley)
  }
  return {
    enter: async () => {
      visits += 1
      app ??= await openApp(await model.start())
      return {
        parley: app.parley,
        workspace: workspaceOfVisit(app.parley.workspace, visits, () => remember(there()))
      }
    },
    show: async () => {
      const { parley, blank, past } = there()
      const isKnown = serversIn(parley.workspace).some((name) => past.names.has(name))
      if (parley.isRunning() && !isKnown) {
        await giveFocus(parley.app)
        return parley
      }
      if (isKnown) await forgetAll(parley, past)
      expectNoProblems(parley)
      app = await open(parley.workspace, blank, past)
      return app.parley
    },
    model: model.say,
    leave: async () => {
      const { past } = there()
      remember(there())
      for (const name of past.ofVisit) past.names.add(name)
      past.ofVisit.clear()
      await tidy(there())
      if (visits % visitsOfAnApp === 0) await close()
    },
    close: async () => {
      await close()
      await model.close()
    }
  }
}

async function openApp(model: Model): Promise<OpenApp> {
  const workspace = createWorkspace()
  const blank = { mcpServers: {}, ...model.settings }
  workspace.writeSettings(blank)
  return open(workspace, blank, { names: new Set(), ofVisit: new Set(), signOuts: 0 })
}

async function open(workspace: Workspace, blank: SettingsFile, past: Past): Promise<OpenApp> {
  const display = otherDisplay === undefined ? {} : { DISPLAY: otherDisplay }
  // The settings of a visit may name another model, or none.
  const env = { ...display, ...modelIn(JSON.stringify(blank)) }
  const hasSecrets = hasNewSecrets()
  const withMemory = () => app.isClosing || hasSecrets()
  const parley = await openShared(workspace, { env, withMemory })
  const size = await parley.window.evaluate(() => ({ width: innerWidth, height: innerHeight }))
  const app: OpenApp = { parley, blank, size, past, isClosing: false }
  return app
}

/** One model for all visits, so that its address can be the one in the environment. */
function createVisitModel() {
  let started: Model | undefined
  let script: Script = []
  let replies = 0
  const start = async () =>
    (started ??= await startModel((context) =>
      typeof script === 'function' ? script(context) : script[replies++]
    ))
  return {
    start,
    say: (next: Script): Model => {
      if (!started) throw new Error('The model is there inside tests only.')
      const { requests } = started
      const before = requests().length
      script = next
      replies = 0
      return { ...started, requests: () => requests().slice(before) }
    },
    close: async () => started?.close()
  }
}

/**
 * A separate folder for the files of a visit. A server that runs in it differs from the one of an earlier visit.
 * `replacing` is called before settings are replaced.
 */
function workspaceOfVisit(workspace: Workspace, number: number, replacing: () => void): Workspace {
  const folder = path.join(workspace.folder, `visit-${number}`)
  fs.mkdirSync(folder)
  const inFolder = (entry: ServerEntry): ServerEntry =>
    entry.command === undefined ? entry : { cwd: folder, ...entry }
  return {
    ...workspace,
    file: (name) => path.join(folder, name),
    writeSettings: (content) => {
      if (typeof content === 'string') throw new Error('Settings as a text need an app of their own.')
      replacing()
      const entries = Object.entries(content.mcpServers ?? {})
      const mcpServers = Object.fromEntries(entries.map(([name, entry]) => [name, inFolder(entry)]))
      // The environment has a key, and the model that belongs to it.
      workspace.writeSettings({ models: { default: 'direct' }, ...content, mcpServers })
    }
  }
}

/** Where stricter protection stays with a server's name permanently, also once its entry is gone. */
const protectiveKeys = new Set([
  'tools',
  ...Object.values(serverSettings).flatMap(({ key, weakens }) => (typeof weakens === 'string' ? [key] : []))
])

function serversIn({ settingsFile }: Workspace): string[] {
  return Object.keys(entriesIn(settingsFile))
}

function entriesIn(settingsFile: string): Record<string, ServerEntry> {
  const { mcpServers = {} } = JSON.parse(fs.readFileSync(settingsFile, 'utf8')) as SettingsFile
  return mcpServers
}

/** Before settings of a visit go. */
function remember({ parley, past }: OpenApp): void {
  const { settingsFile, readLogs } = parley.workspace
  for (const [name, entry] of Object.entries(entriesIn(settingsFile)))
    if (Object.keys(entry).some((key) => protectiveKeys.has(key))) past.ofVisit.add(name)
  // Parley doesn't automatically ask to sign in again at a server of that name.
  const signOuts = [...Object.values(readLogs()).join('\n').matchAll(signOut)]
  for (const [, name = ''] of signOuts.slice(past.signOuts)) past.ofVisit.add(name)
  past.signOuts = signOuts.length
}

const signOut = /"message":"signed out","fields":\{"serverName":"([^"]+)"/gu

/** Quits it, and empties its data folder except for the settings of the visit, and for the logs of all visits. */
async function forgetAll(parley: Parley, past: Past): Promise<void> {
  if (parley.isRunning()) await parley.quit()
  const { dataFolder, settingsFile } = parley.workspace
  const kept = new Set([path.basename(settingsFile), 'logs'])
  for (const name of fs.readdirSync(dataFolder))
    if (!kept.has(name)) fs.rmSync(path.join(dataFolder, name), { recursive: true })
  past.names.clear()
}

async function tidy({ parley, blank, size }: OpenApp): Promise<void> {
  const { window, workspace } = parley
  await closeOpened(window)
  await expect(window.getByRole('dialog'), 'questions left open').toHaveCount(0)
  if (await window.getByRole('button', { name: 'Back to chat', exact: true }).isVisible())
    await backToChat(window)
  await expect(window.getByRole('button', { name: 'Stop', exact: true })).toHaveCount(0)
  workspace.writeSettings(blank)
  await expectConnected(window, 0)
  await expect.poll(() => serversOf(parley), { message: 'servers left behind' }).toEqual([])
  const held = window.getByRole('button', { name: 'Keep current setting', exact: true })
  await expect(held, 'protection that the visit turned on').toHaveCount(0)
  // In a narrow window a new conversation hides the list.
  if (window.viewportSize() !== null) await window.setViewportSize(size)
  await window.getByRole('button', { name: 'New conversation' }).first().click()
  await window.getByRole('searchbox', { name: 'Search conversations' }).fill('')
  // An unsent message stays for the next conversation.
  await messageBox(window).fill('')
  const remove = chips(window).getByRole('button', { name: /^Remove/ })
  while ((await remove.count()) > 0) await remove.first().click()
  await expect(chips(window)).toHaveCount(0)
  forgetAllowed(window)
  await window.emulateMedia({ colorScheme: null, forcedColors: null, reducedMotion: 'reduce' })
  expectNoProblems(parley)
}

/** Dialogs that a user opens have a close button. Questions have none and stay. */
async function closeOpened(window: Page): Promise<void> {
  const heads = window.locator('[data-part="dialog"][data-open] > [data-part="header"]')
  const crosses = heads.getByRole('button', { name: 'Close', exact: true, includeHidden: true })
  // One that is about to close may go before it is pressed.
  const closeLast = async () => {
    if ((await crosses.count()) > 0) await crosses.last().click({ timeout: 10_000 })
    expect(await crosses.count()).toBe(0)
  }
  await expect(closeLast).toPass({ timeout: 60_000 })
}

/** Everything that runs there except the app and its own processes, which name their kind. */
function serversOf({ pid: app, workspace }: Parley) {
  return listProcesses(workspace).filter(({ pid, command }) => pid !== app && !command.includes(' --type='))
}
