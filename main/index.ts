/**
 * Composition root: paths, one instance per data folder, the window first and the core behind it, the end. Loads
 * little, because nothing is visible before it has run. The heavy half is `core.ts`.
 */
import { product } from '../app/contract/product'
import { say, toText } from '../app/texts/render-localized'
import { environment } from './environment'
import { app, dialog, Menu, session } from 'electron'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { findCommandLine, parseArguments, type Arguments } from './arguments'
import { listenForOpenRequests, type OpenRequests } from './open-requests'
import { waitForCommandEnd } from './command-line/core/folder-use'
import { createAppMenus } from './app-menus'
import { shutDownInOrder } from './shutdown'
import { serveCalls } from './ipc/serve'
import { logUncaught, openLogging, type Logging } from './log/logging'
import { pageUrl } from './page/page-address'
import { registerSchemes, servePage } from './page/protocol'
import { blockNetwork } from './page/block-network'
import { denyPermissions, restrictContents } from './page/web-security'
import { createUpdateCheck } from './updates/updates'
import { ViewGuests } from './views/view-guests'
import { createWindows, type AppWindows } from './windows'

/** Everything that must be set before the app is ready. */
function prepare(): Arguments {
  blockNetwork(app.commandLine, { isPackaged: app.isPackaged, devServer: devServer() })
  // The switch is for root in containers only. enableSandbox() would remove it, and as root every child process would
  // then exit at once, again and again.
  if (!app.commandLine.hasSwitch('no-sandbox')) app.enableSandbox()
  const folders = parseArguments(process.argv.slice(1), {
    workingFolder: process.cwd(),
    defaultDataFolder: path.join(app.getPath('appData'), 'Parley')
  })
  makeFolder(folders.dataFolder)
  // The single-instance lock also depends on it.
  app.setPath('userData', folders.dataFolder)
  app.setPath('sessionData', path.join(folders.dataFolder, 'browser'))
  app.setPath('crashDumps', path.join(folders.dataFolder, 'browser', 'crashes'))
  // Otherwise Electron creates a menu before the window opens. Parley's own is created when its texts are loaded.
  Menu.setApplicationMenu(null)
  // Windows shows notifications only of programs that it knows by the id of their shortcut.
  if (process.platform === 'win32') app.setAppUserModelId(product.appId)
  registerSchemes()
  restrictContents(app, guests)
  return folders
}

const guests = new ViewGuests()

/** Where the page comes from in development; null: from its files. */
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

/** Opens the window first, then starts the rest: nothing that the window doesn't need may delay its first frame. */
function start(folders: Arguments, logging: Logging, opened: OpenRequests): AppWindows {
  const { log } = logging
  denyPermissions(session.defaultSession)
  servePage(session.defaultSession, path.join(app.getAppPath(), 'out', 'renderer'), devServer())
  const windows = createWindows({
    url: pageUrl,
    stateFile: path.join(folders.dataFolder, 'window.json'),
    hasDeveloperTools: devServer() !== null,
    log: log.in('window')
  })
  const check = createUpdateCheck(async () => (await core).refusalOfUpdates(), log.in('updates'))
  const { desktop, speak } = createAppMenus({
    windows,
    log,
    checkForUpdates: check === null ? null : () => void check()
  })
  const { painted } = windows.open()
  // Two processors can't give time to the first frame and to the core at once.
  const core = painted
    .then(() => waitForCommandEnd(folders.dataFolder, tellOfCommand))
    .then(() => import('./core'))
    .then(({ startCore }) =>
      startCore({ folders, logging, windows, guests, opened, desktop, onLanguage: speak })
    )
  core.catch((error: unknown) => log.error('the core could not start', { error }))
  serveCalls({
    answering: core.then(({ answerOf }) => answerOf),
    isOurs: (contentsId) => windows.find(contentsId) !== null,
    log: log.in('ipc')
  })
  speak(windows.language())
  shutDownInOrder({
    logging,
    runsOn: () => desktop.isTrayShown(),
    closeWindows: () => {
      desktop.end()
      windows.all().forEach((item) => item.end())
    },
    disposeCore: async () => (await core).dispose()
  })
  return windows
}

/** A command may run as long as a tool does. */
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
  const opened = listenForOpenRequests()
  app.on('second-instance', () => windows?.focus())
  app.on('activate', () => windows?.focus())
  void app
    .whenReady()
    .then(() => (windows = start(folders, logging, opened)))
    .catch(giveUp)
}

/** Invalid arguments, or a data folder that can't be created: there is no window yet that could say so. */
function giveUp(error: unknown): void {
  dialog.showErrorBox(toText(say('host.cantStart')), error instanceof Error ? error.message : String(error))
  app.exit(2)
}

try {
  const command = findCommandLine(process.argv, app.isPackaged)
  if (command === null) main()
  else void import('./built-in-command-line').then((own) => own.runBuiltInCommandLine(command)).catch(giveUp)
} catch (error) {
  giveUp(error)
}
