/** The ports of the core, implemented with Electron and Node. */
import { app, clipboard, dialog, shell, type BrowserWindow } from 'electron'
import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { Worker } from 'node:worker_threads'
import { say } from '../app/texts/render-localized'
import { HostError } from '../app/base/host-error'
import { createHistory } from '../app/history/history-client'
import type { HistoryStore } from '../app/history/interface'
import { createGateway } from '../app/mcp/gateway/gateway'
import { sandboxProofFile } from '../app/base/sandbox-proof-file'
import { createSandbox } from '../app/scripts/scripts-client'
import type { WindowAct } from '../app/contract/bridge/window-calls'
import type { FileContent, HostPorts } from '../app/host/areas/host-ports'
import { openAppLinks } from './app-links'
import type { Arguments } from './arguments'
import { openEncryption } from './encryption'
import { environment } from './environment'
import { readLicences } from './licences'
import { checkLink } from './link'
import type { Logging } from './log/logging'
import { spawnMcpProcess } from './mcp-process'
import { openDiagramPage } from './page/diagram-page'
import { policyPath } from './policy/policy-path'
import { programDataFolder, thisWindows } from './policy/program-data'
import { spellingPorts } from './spelling'
import { openVault } from './vault'

export interface WindowPorts {
  readonly current: () => BrowserWindow | null
  readonly zoom: HostPorts['zoom']
  readonly openWindow: HostPorts['openWindow']
  readonly showQuickWindow: HostPorts['showQuickWindow']
  readonly showConversation: HostPorts['showConversation']
  readonly desktop: HostPorts['desktop']
}

/** To be called after the app is ready. */
export async function createPorts(
  { dataFolder, settingsFile }: Arguments,
  logging: Logging,
  { current: window, ...others }: WindowPorts
): Promise<HostPorts> {
  const { log, files, onLogged, secrets } = logging
  const encryption = await openEncryption()
  const vaultFile = path.join(dataFolder, 'vault.json')
  const ofServers = {
    clientInfo: { name: 'Parley', version: app.getVersion() },
    closedFolders: [dataFolder, settingsFile],
    ...foldersOfServers(dataFolder)
  }
  return {
    app: {
      version: app.getVersion(),
      electronVersion: process.versions.electron,
      platform: process.platform
    },
    licences: () => readLicences(path.join(app.getAppPath(), 'out', 'licences')),
    dataFolder,
    settingsFile,
    policyFile: policyPath({
      platform: process.platform,
      environment,
      isPackaged: app.isPackaged,
      programData: () => programDataFolder(thisWindows)
    }),
    ...resourceFiles(),
    environment,
    systemLanguages: app.getPreferredSystemLanguages(),
    secrets: await openVault({ file: vaultFile, encryption, secrets, log: log.in('vault'), now: Date.now }),
    secretRegistry: secrets,
    history: openHistory(path.join(dataFolder, 'history')),
    mcp: createGateway(() => spawnMcpProcess({ ...ofServers, log: log.in('mcp-process') })),
    runScript,
    log,
    onLogged,
    serverLog: files.writeServer,
    openLink: (url) => shell.openExternal(checkLink(url)),
    appLinks: openAppLinks(),
    openFile,
    copyText: (text) =>
      void copyText(text).catch((error: unknown) => log.warn('text was not copied', { error })),
    ...others,
    ...inWindow(window),
    ...spellingPorts(window),
    spawnArchivesWorker,
    openDiagramPage,
    now: Date.now,
    newId: () => randomUUID()
  }
}

/** Files that come with Parley. */
function resourceFiles() {
  const resources = path.join(app.getAppPath(), 'resources')
  return {
    settingsSchemaFile: path.join(resources, 'settings.schema.json'),
    testSchemaFile: path.join(resources, 'tests.schema.json'),
    defaultSettingsFile: path.join(resources, 'default-settings.jsonc'),
    serverListFile: path.join(resources, 'servers.json'),
    modelTableFiles: {
      shipped: path.join(resources, 'models.jsonc'),
      first: path.join(resources, 'own-models.jsonc')
    }
  }
}

/** Parley's folders for servers. */
function foldersOfServers(dataFolder: string) {
  return {
    packagesFolder: path.join(dataFolder, 'packages'),
    homesFolder: path.join(dataFolder, 'homes'),
    ownNodeFolder: path.join(dataFolder, 'own-node'),
    sandboxProofFile: sandboxProofFile(dataFolder)
  }
}

/** Dialogs over the window, and actions in it. */
function inWindow(
  window: () => BrowserWindow | null
): Pick<HostPorts, 'actOnWindow' | 'copyImage' | 'chooseFolder' | 'chooseFile' | 'saveFile'> {
  return {
    actOnWindow: (act) => actOn(window(), act),
    copyImage: (at) => copyImage(at, window()),
    chooseFolder: () => chooseFolder(window()),
    chooseFile: (extensions) => chooseFile(extensions, window()),
    saveFile: (suggestedName, content) => saveFile(suggestedName, content, window())
  }
}

/** The worker thread that owns the database. It starts on first use. */
function openHistory(folder: string): HistoryStore {
  const file = path.join(folder, 'parley.db')
  return createHistory(
    () =>
      new Worker(path.join(import.meta.dirname, 'history-worker.js'), {
        workerData: { file },
        name: 'history'
      })
  )
}

/** A thread for each script of a model. The JavaScript engine is loaded with the first script. */
const runScript = createSandbox(
  (workerData) =>
    new Worker(path.join(import.meta.dirname, 'script-worker.js'), {
      workerData,
      env: {},
      name: 'script',
      resourceLimits: { maxOldGenerationSizeMb: 128 }
    })
)

/** Electron 33 answers at once, later versions with a promise. */
async function copyText(text: string): Promise<void> {
  await clipboard.writeText(text)
}

/** The page has decoded it in its sandbox. Its pixels are copied. */
function copyImage({ x, y }: { readonly x: number; readonly y: number }, window: BrowserWindow | null): void {
  const zoom = window?.webContents.getZoomFactor() ?? 1
  window?.webContents.copyImageAt(Math.round(x * zoom), Math.round(y * zoom))
}

/** @throws HostError SETTINGS_UNREADABLE */
async function openFile(file: string): Promise<void> {
  const problem = await shell.openPath(file)
  if (problem === '') return
  throw new HostError('SETTINGS_UNREADABLE', say('host.notOpened', { file, reason: problem }))
}

async function chooseFolder(window: BrowserWindow | null): Promise<string | null> {
  return choose({ properties: ['openDirectory', 'createDirectory'] }, window)
}

async function chooseFile(
  extensions: readonly string[],
  window: BrowserWindow | null
): Promise<string | null> {
  const filters = [{ name: extensions.join(', '), extensions: [...extensions] }]
  return choose({ properties: ['openFile'], filters }, window)
}

const choose = createChoice()

/** Begins where you chose the last time. Since version 43, Electron begins in the downloads each time. */
function createChoice() {
  let lastFolder: string | null = null
  return async (own: Electron.OpenDialogOptions, window: BrowserWindow | null): Promise<string | null> => {
    const options = { ...own, ...(lastFolder !== null && { defaultPath: lastFolder }) }
    const answer = await (window === null
      ? dialog.showOpenDialog(options)
      : dialog.showOpenDialog(window, options))
    const chosen = answer.canceled ? null : (answer.filePaths[0] ?? null)
    if (chosen !== null) lastFolder = path.dirname(chosen)
    return chosen
  }
}

/** @throws HostError FILE_WRITE_FAILED */
async function saveFile(
  suggestedName: string,
  content: FileContent,
  window: BrowserWindow | null
): Promise<string | null> {
  const options: Electron.SaveDialogOptions = {
    defaultPath: path.join(app.getPath('downloads'), suggestedName),
    properties: ['createDirectory', 'showOverwriteConfirmation']
  }
  const answer = await (window === null
    ? dialog.showSaveDialog(options)
    : dialog.showSaveDialog(window, options))
  if (answer.canceled || answer.filePath === '') return null
  await writeChosen(answer.filePath, content)
  return answer.filePath
}

/** @throws HostError FILE_WRITE_FAILED */
async function writeChosen(file: string, content: FileContent): Promise<void> {
  try {
    await writeFile(file, content)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? (error as Error).message
    throw new HostError('FILE_WRITE_FAILED', say('host.notWritten', { file, reason }), { cause: error })
  }
}

function actOn(window: BrowserWindow | null, act: WindowAct): void {
  if (act === 'quit') return app.quit()
  if (act === 'close') window?.close()
  else window?.setFullScreen(!window.isFullScreen())
}

const spawnArchivesWorker: HostPorts['spawnArchivesWorker'] = (data) =>
  new Worker(path.join(import.meta.dirname, 'archives-worker.js'), { workerData: data, name: 'archives' })
