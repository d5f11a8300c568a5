/**
 * Composition root: where things lie, one instance a data folder, the window first and the core behind it,
 * the end. Loads little, because nothing is seen before it has run; the heavy half is `core.ts`.
 */
import { say, toText } from '../app/texts/render-localized'
import { environment } from './environment'
import { app, dialog, Menu, session } from 'electron'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { findCommandLine, parseArguments, type Arguments } from './arguments'
import { hearOpened, type Opened } from './open-requests'
import { whenCommandEnded } from './folder-lock/folder-use'
import { createAppMenus } from './app-menus'
import { endInGoodOrder } from './shutdown'
import { serveCalls } from './ipc/serve'
import { logUncaught, openLogging, type Logging } from './log/logging'
import { pageUrl } from './page/page-address'
import { registerScheme, servePage } from './page/protocol'
import { shutNetwork } from './page/shut-network'
import { denyPermissions, restrictContents } from './page/web-security'
import { createWindows, type AppWindows } from './windows'

/** Everything that must be said before the app is ready. */
function prepare(): Arguments {
  shutNetwork(app.commandLine, { isPackaged: app.isPackaged, devServer: devServer() })
  // The switch is for root in containers only. enableSandbox() would take it away again, and as root every
  // child would then exit at once, for ever.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  const folders = parseArguments(process.argv.slice(1), {
    workingFolder: process.cwd(),
    defaultDataFolder: path.join(app.getPath('appData'), 'Parley')
  })
  makeFolder(folders.dataFolder)
  // Also what the lock of a single instance is bound to.
  app.setPath('userData', folders.dataFolder)
  app.setPath('sessionData', path.join(folders.dataFolder, 'browser'))
  app.setPath('crashDumps', path.join(folders.dataFolder, 'browser', 'crashes'))
  // Else Electron makes one of its own, in front of the window; ours comes with its words.
  Menu.setApplicationMenu(null)
  registerScheme()
  restrictContents(app)
  return folders
}

/** Where the page comes from while it is built; null: from its files. */
function devServer(): string | null {
  return app.isPackaged ? null : (environment['PARLEY_DEV_SERVER'] ?? null)
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new Error(toText(say('host.noDataFolder', { folder })), { cause })
  }
}

/** The window, then everything else: nothing that it does not need may delay its first frame. */
function start(folders: Arguments, logging: Logging, opened: Opened): AppWindows {
  const { log } = logging
  denyPermissions(session.defaultSession)
  servePage(session.defaultSession, path.join(app.getAppPath(), 'out', 'renderer'), devServer())
  const windows = createWindows({
    url: pageUrl,
    stateFile: path.join(folders.dataFolder, 'window.json'),
    hasDeveloperTools: devServer() !== null,
    log: log.in('window')
  })
  const { desktop, speak } = createAppMenus({ windows, log })
  const { painted } = windows.open()
  // Two processors can not give the first frame its time and the core its own at once.
  const core = painted
    .then(() => whenCommandEnded(folders.dataFolder, tellOfCommand))
    .then(() => import('./core'))
    .then(({ startCore }) => startCore({ folders, logging, windows, opened, desktop, onLanguage: speak }))
  core.catch((error: unknown) => log.error('the core could not start', { error }))
  serveCalls({
    answering: core.then(({ answerOf }) => answerOf),
    isOurs: (contentsId) => windows.find(contentsId) !== null,
    log: log.in('ipc')
  })
  speak(windows.language())
  endInGoodOrder({
    logging,
    runsOn: () => desktop.isTrayShown(),
    closeWindows: () => {
      desktop.end()
      windows.all().forEach((one) => one.end())
    },
    disposeCore: async () => (await core).dispose()
  })
  return windows
}

/** It may take as long as a tool does. */
function tellOfCommand(): void {
  void dialog.showMessageBox({ message: toText(say('host.commandRuns')) })
}

function main(): void {
  const folders = prepare()
  if (!app.requestSingleInstanceLock()) {
    process.stderr.write(`${toText(say('host.alreadyOpen', { folder: folders.dataFolder }))}\n`)
    app.exit(0)
    return
  }
  const logging = openLogging(folders.dataFolder)
  logUncaught(logging.log)
  logging.log.info('starting', { version: app.getVersion(), electron: process.versions.electron })
  let windows: AppWindows | null = null
  const opened = hearOpened()
  app.on('second-instance', () => windows?.focus())
  app.on('activate', () => windows?.focus())
  void app
    .whenReady()
    .then(() => (windows = start(folders, logging, opened)))
    .catch(giveUp)
}

/** Wrong arguments, a data folder that can not be made: there is no window yet to say so. */
function giveUp(error: unknown): void {
  dialog.showErrorBox(toText(say('host.cantStart')), error instanceof Error ? error.message : String(error))
  app.exit(2)
}

try {
  const command = findCommandLine(process.argv, app.isPackaged)
  if (command === null) main()
  else void import('./own-command-line').then((own) => own.runOwnCommandLine(command)).catch(giveUp)
} catch (error) {
  giveUp(error)
}
