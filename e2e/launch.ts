/**
 * Starts the built app in a real Electron window on folders of its own, and ends it again. Locators for the window
 * are in `window.ts`, clean-up and evidence of a test's apps in `test.ts`.
 */
import { _electron, type ElectronApplication, type Page } from 'playwright/test'
import type { ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { earlyBox } from '../app/contract/bridge/early-input'
import { openInChromium, otherChromium } from './chromium/open-page'
import { bePatient } from './patience'
import { leaveOutPictures } from './pictures'
import { listDescendants, type RunningProcess } from './processes'
import { modelKey } from './secrets'
import './short-stacks'
import './uncompressed'
import type { Workspace } from './workspace'

export const projectFolder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

export interface LaunchOptions {
  /** App arguments after `--data-dir`. */
  args?: string[]
  env?: Record<string, string>
  /** Without reduced motion: for journeys that press something while it moves. */
  isMoving?: boolean
}

export interface Parley {
  readonly app: ElectronApplication
  readonly window: Page
  readonly workspace: Workspace
  readonly pid: number
  /** Console errors, page errors and uncaught errors of the main process so far. */
  readonly problems: string[]
  isRunning(): boolean
  /** Everything the main process wrote to its standard error. */
  standardError(): string
  /** That, its standard output, and the window's console. */
  output(): string
  /** Names of the variables that were set for this app only. */
  readonly ownVariables: ReadonlySet<string>
  /** The app's own processes and its servers, at this moment. */
  processes(): RunningProcess[]
  /** Quits as the menu does and waits for the end. */
  quit(): Promise<void>
  /** Ends the main process with no chance to tidy up. */
  kill(): Promise<void>
}

/** Opens the app on the workspace and waits for its first content. */
export async function launchParley(workspace: Workspace, options: LaunchOptions = {}): Promise<Parley> {
  const app = await _electron.launch({
    args: [...argumentsFor(workspace), ...(options.args ?? [])],
    env: environmentFor(workspace, options.env),
    cwd: projectFolder,
    colorScheme: 'no-preference',
    chromiumSandbox: !isRoot
  })
  askAgain(app)
  bePatient(app)
  // Playwright forgets the process with the app's end.
  const main = app.process()
  const pid = main.pid ?? 0
  const problems: string[] = []
  const standardError = collectStandardError(main, problems)
  const others = collectOutput(main)
  try {
    const prepare = (shown: Page) => {
      leaveOutPictures(shown)
      if (options.isMoving !== true) void keepStill(shown)
    }
    for (const shown of app.windows()) prepare(shown)
    app.on('window', prepare)
    if (isTraced) await app.context().tracing.start({ snapshots: true })
    const window = await showWindow(app, options.args ?? [], (page) => {
      prepare(page)
      collectProblems(page, problems)
    })
    await giveFocus(app)
    window.on('console', (message) => others.push(message.text()))
    const output = () => [standardError(), ...others].join('\n')
    const ownVariables = new Set([modelKey.variable, ...Object.keys(options.env ?? {})])
    const isRunning = () => main.exitCode === null && main.signalCode === null
    const processes = () => listDescendants(pid)
    const kill = () => killAndWait(app, main)
    const quit = () => app.close()
    const doings = { isRunning, processes, quit, kill }
    return { app, window, workspace, pid, problems, standardError, output, ownVariables, ...doings }
  } catch (cause) {
    // The test never gets this app, so nothing else would end it or report its output.
    main.kill('SIGKILL')
    const words = [standardError(), ...problems, ...Object.values(workspace.readLogs())].join('\n')
    throw new Error(`The app did not show itself. It said:\n${words}`, { cause })
  }
}

/** Frames between two states take an eighth of a journey's computing time. */
async function keepStill(shown: Page): Promise<void> {
  // It may have gone again.
  await shown.emulateMedia({ reducedMotion: 'reduce' }).catch(() => undefined)
}

/** Without a window manager the focus is lost if the window requested it before the display had drawn it. */
export async function giveFocus(app: ElectronApplication): Promise<void> {
  await app.evaluate(({ BrowserWindow }) => {
    for (const window of BrowserWindow.getAllWindows()) if (window.isVisible()) window.focus()
  })
}

/**
 * While much is being loaded, the inspector of the main process may lose an answer. Evaluated functions must be
 * repeatable.
 */
function askAgain(app: ElectronApplication): void {
  const ask = app.evaluate.bind(app) as (...args: unknown[]) => Promise<unknown>
  const evaluate = async (...args: unknown[]): Promise<unknown> => {
    for (let tries = 5; ; tries -= 1)
      try {
        return await ask(...args)
      } catch (error) {
        if (tries <= 1 || !String(error).includes('garbage collected')) throw error
      }
  }
  Object.assign(app, { evaluate })
}

/** It costs a tenth of the journey, and keeps typed text in the page's memory, where secrets are searched. */
const isTraced = process.env.PARLEY_E2E_TRACE === '1'

/**
 * Electron writes a style into every `<webview>`, and the page's policy refuses it: Parley's own styles say what it would.
 * This is the hash of the style.
 */
const styleOfGuests = 'sha256-XNfYdUW7S7AWSxlvq47SGsGIxvvzKwvUGdsFQQ/zXf4='

function collectProblems(window: Page, problems: string[]): void {
  window.on('pageerror', (error) => problems.push(`page: ${error.message}`))
  window.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes(styleOfGuests))
      problems.push(`console: ${message.text()}`)
  })
}

/** Waits for the page's first content. `prepare` gets the page early. */
async function showWindow(
  app: ElectronApplication,
  args: readonly string[],
  prepare: (page: Page) => void
): Promise<Page> {
  const own = await app.firstWindow()
  if (otherChromium === undefined) prepare(own)
  const window =
    otherChromium === undefined
      ? own
      : await openInChromium({
          app,
          executablePath: otherChromium,
          projectFolder,
          args: [...screen, ...args],
          prepare
        })
  // Its name depends on the language.
  const list = window.getByRole('navigation')
  await list.or(window.getByRole('dialog')).first().waitFor()
  await window.locator(`[${earlyBox}]`).waitFor({ state: 'detached' })
  return window
}

export const isRoot = process.getuid?.() === 0

const screen = ['--disable-gpu', '--force-device-scale-factor=1', '--lang=en-US']

/** ELECTRON_OVERRIDE_DIST_PATH, which the Playwright configuration sets, selects the Electron that starts. */
export function argumentsFor(workspace: Workspace): string[] {
  // Root can't use Chromium's sandbox. Every other account tests with it on.
  const sandbox = isRoot ? ['--no-sandbox'] : []
  const loaded = [
    'page-processes.cjs',
    ...(otherChromium === undefined ? [] : ['chromium/bridge.cjs'])
  ].flatMap((file) => ['-r', path.join(projectFolder, 'e2e', file)])
  return [...loaded, projectFolder, ...sandbox, ...screen, `--data-dir=${workspace.dataFolder}`]
}

/** The user's own keys and addresses must not reach a test. */
export function environmentFor(
  workspace: Workspace,
  extra: Record<string, string> = {}
): Record<string, string> {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] =>
      entry[1] !== undefined && !/^(?:ANTHROPIC|PARLEY|XDG)_/u.test(entry[0])
  )
  const own = { HOME: workspace.home, LC_ALL: 'C.UTF-8', TZ: 'UTC', PARLEY_TRACE: workspace.traceFile }
  return { ...Object.fromEntries(inherited), ...own, ...modelOf(workspace), ...extra }
}

function modelOf({ settingsFile, readSettings }: Workspace): Record<string, string> {
  const hasSettings = fs.statSync(settingsFile, { throwIfNoEntry: false })?.isFile() === true
  return modelIn(hasSettings ? readSettings() : '')
}

/**
 * A model in these settings with the key of all journeys comes from the environment, so Parley doesn't ask whether
 * it may send there. Without such an entry there is none.
 */
export function modelIn(settings: string): Record<string, string> {
  const address = /"baseUrl":\s*"(http:\/\/127\.0\.0\.1:\d+)"/u.exec(settings)?.[1]
  return {
    ...(settings.includes(modelKey.reference) && { [modelKey.variable]: modelKey.value }),
    ...(address !== undefined && { ANTHROPIC_BASE_URL: address })
  }
}

function collectStandardError(main: ChildProcess, problems: string[]): () => string {
  let text = ''
  main.stderr?.on('data', (chunk: Buffer) => {
    text += chunk.toString()
    if (/[Uu]ncaught|[Uu]nhandled|\bError:/u.test(chunk.toString()))
      problems.push(`main: ${chunk.toString()}`)
  })
  return () => text
}

function collectOutput(main: ChildProcess): string[] {
  const texts: string[] = []
  main.stdout?.on('data', (chunk: Buffer) => texts.push(chunk.toString()))
  return texts
}

async function killAndWait(app: ElectronApplication, main: ChildProcess): Promise<void> {
  const closed = app.waitForEvent('close')
  main.kill('SIGKILL')
  await closed
}
