/** What the core needs from outside. `main/` implements it with Electron, tests with plain objects. */
import type { CallOutput } from '../../contract/bridge/calls'
import type { LocalizedText } from '../../contract/localized-text'
import type { FirstView } from '../../contract/bridge/beginning'
import type { WindowAct, ZoomStep } from '../../contract/bridge/window-calls'
import type { SecretRegistry, Logger, LogRecord } from '../../base/logger'
import type { ServerLogLine } from '../../contract/servers'
import type { HistoryStore } from '../../history/interface'
import type { McpGateway, TracedMessage } from '../../mcp/interface'
import type { OpenViewFrame } from '../../views/interface'
import type { PreviewScript } from '../../views/preview/write-preview-page'
import type { RunScript } from '../../scripts/interface'
import type { SpellingPort } from '../../spelling/interface'
import type { WorkerLike } from '../../base/worker-like'
import type { ArchivesWorkerData } from '../../archives/worker-data'
import type { DesktopPort } from '../desktop/host-desktop'
import type { DiagramPage } from '../desktop/diagram-page'
import type { SingleServerTask } from './single-server-host'

export type FileContent = Uint8Array | AsyncIterable<string>

/** Secrets by name, encrypted on disk where the system supports it. */
export interface SecretStore {
  /** Whether secrets survive a restart, and if not, why. */
  readonly isPersistent: boolean
  readonly reason: LocalizedText | null
  read(name: string): Promise<string | null>
  /** @throws HostError VAULT_WRITE_FAILED */
  write(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

export interface WordMenu {
  readonly word: string
  /** Best first. */
  readonly suggestions: readonly string[]
  readonly x: number
  readonly y: number
}

/** Accepts the word: permanently, or until Parley ends. */
export type WordChoice = 'learn' | 'ignore'

export interface HostPorts {
  readonly app: { version: string; electronVersion: string; platform: string }
  /** The licences of the packages in the build. */
  readonly licences: () => Promise<CallOutput<'app.licences'>>
  readonly dataFolder: string
  /** Absent: Parley runs with a window and all servers. */
  readonly task?: SingleServerTask
  readonly settingsFile: string
  /** Path of the administrator's policy; null: Parley looks for none. */
  readonly policyFile: string | null
  /** The JSON Schema that ships with Parley. It is copied next to a new settings file. */
  readonly settingsSchemaFile: string
  /** The JSON Schema of files with tests. It is copied next to them. */
  readonly testSchemaFile: string
  /** The commented settings that a first start writes. */
  readonly defaultSettingsFile: string
  /** The model table that ships with Parley, and the initial text of the user's own table. */
  readonly modelTableFiles: { readonly shipped: string; readonly first: string }
  /** Servers that the directory lists without a registry. Ships with Parley. */
  readonly serverListFile: string
  /** Language tags that the system prefers, best first. */
  readonly systemLanguages: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly secrets: SecretStore
  readonly secretRegistry: SecretRegistry
  readonly history: HistoryStore
  readonly mcp: McpGateway
  /** Runs scripts of models, each in its own thread. */
  readonly runScript: RunScript
  /** Gets every message to and from servers, without secrets, from the first handshake on. */
  readonly onTraced?: ((message: TracedMessage) => void) | undefined
  readonly log: Logger
  /** Called with every record of `log`, including the newest ones from before. Absent: records aren't forwarded. */
  readonly onLogged?: (listener: (record: LogRecord) => void) => void
  /** Writes to `logs/servers/<name>.log`. */
  readonly serverLog: (serverName: string, line: ServerLogLine) => void
  /**
   * Opens an http, https or mailto address in the system's program. @throws HostError LINK_REFUSED for any other
   * address
   */
  readonly openLink: (url: string) => Promise<void>
  /** Addresses of Parley's own scheme that the operating system opens with it. */
  readonly appLinks: {
    /** Null: Parley isn't registered for the scheme on this computer. */
    readonly scheme: string | null
    onLink(listener: (url: string) => void): () => void
  }
  readonly openFile: (path: string) => Promise<void>
  readonly copyText: (text: string) => void
  /** Copies the picture at this position of the window, in CSS pixels. */
  readonly copyImage: (at: { readonly x: number; readonly y: number }) => void
  /** Zooms the window's page. */
  readonly zoom: (step: ZoomStep) => void
  readonly actOnWindow: (act: WindowAct) => void
  /** Opens another window. */
  readonly openWindow: (view: FirstView) => void
  /** Shows or hides the quick window. */
  readonly showQuickWindow: (isShown: boolean) => void
  /** Brings a full window to the front, with this conversation if one is named, and hides the quick window. */
  readonly showConversation: (conversationId: string | null) => void
  readonly desktop: DesktopPort
  readonly chooseFolder: () => Promise<string | null>
  /** Asks for a file with one of these extensions (without the dot) in a system dialog. */
  readonly chooseFile: (extensions: readonly string[]) => Promise<string | null>
  /**
   * Asks the user for a path and writes the file there, in chunks if the content comes in chunks. Null: the user
   * cancelled. The suggested name contains no folder. @throws HostError FILE_WRITE_FAILED
   */
  readonly saveFile: (suggestedName: string, content: FileContent) => Promise<string | null>
  /** A thread that runs `app/archives/thread/archive-worker.ts`. */
  readonly spawnArchivesWorker: (data: ArchivesWorkerData) => WorkerLike
  /** A hidden page that draws diagrams. It is loaded when it is opened. */
  readonly openDiagramPage: () => DiagramPage
  /** Draws views of servers. Absent: there is no window, so servers aren't told that Parley draws them. */
  readonly openViewFrame?: OpenViewFrame
  /** Parley's script for the pages of previews. Absent: there is no window. */
  readonly readPreviewScript?: (name: PreviewScript) => Promise<string>
  /** Dictionaries and the thread that reads them. Null: the system checks the spelling, or there is no window. */
  readonly spelling: SpellingPort | null
  /**
   * The context menu of a misspelt word, at a position of the window in CSS pixels. A chosen suggestion replaces the
   * selection.
   */
  readonly showWordMenu: (menu: WordMenu) => Promise<WordChoice | null>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A new random id of at most 36 characters that can't be guessed. */
  readonly newId: () => string
}
