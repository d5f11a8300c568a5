/** What the core needs from outside. `main/` provides it with Electron, tests with plain objects. */
import type { CallOutput } from '../../contract/bridge/calls'
import type { LocalizedText } from '../../contract/localized-text'
import type { WindowAct, ZoomStep } from '../../contract/window/window-calls'
import type { SecretRegistry, Logger, LogRecord } from '../../base/logger'
import type { ServerLogLine } from '../../contract/servers'
import type { HistoryStore } from '../../history/interface'
import type { McpGateway } from '../../mcp/interface'
import type { RunScript } from '../../scripts/interface'
import type { SpellingPort } from '../../spelling/interface'
import type { WorkerLike } from '../../base/worker-like'
import type { ArchivesWorkerData } from '../../archives/worker-data'
import type { DesktopPort } from '../desktop/host-desktop'
import type { DiagramPage } from '../diagrams/page'
import type { OneTask } from '../task/single-server-host'

export type FileContent = Uint8Array | AsyncIterable<string>

/** Secrets by name, encrypted at rest where the system can. */
export interface SecretStore {
  /** Whether secrets survive a restart; when not, why. */
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

/** From now on the word is right, for good or until Parley ends. */
export type WordChoice = 'learn' | 'ignore'

export interface HostPorts {
  readonly app: { version: string; electronVersion: string; platform: string }
  /** What the build says of the packages in it. */
  readonly licences: () => Promise<CallOutput<'app.licences'>>
  readonly dataFolder: string
  /** Absent: it runs for a window, with all servers. */
  readonly task?: OneTask
  readonly settingsFile: string
  /** The policy of this computer, if there is one at that place; null: none is looked for. */
  readonly policyFile: string | null
  /** The JSON Schema that ships with the program; copied beside a new settings file. */
  readonly settingsSchemaFile: string
  /** The commented settings that a first start writes. */
  readonly defaultSettingsFile: string
  /** What is known of models, as it ships with the program, and what a person's own table begins with. */
  readonly modelTableFiles: { readonly shipped: string; readonly first: string }
  /** Servers that the directory offers without a registry, as it ships with the program. */
  readonly serverListFile: string
  /** Language tags that the system prefers, best first. */
  readonly systemLanguages: readonly string[]
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly secrets: SecretStore
  readonly secretRegistry: SecretRegistry
  readonly history: HistoryStore
  readonly mcp: McpGateway
  /** Runs scripts of models, each on a thread of its own. */
  readonly runScript: RunScript
  readonly log: Logger
  /** Hears of every record of `log`, also of the newest ones before. Absent: nothing is told of it. */
  readonly onLogged?: (listener: (record: LogRecord) => void) => void
  /** Writes to `logs/servers/<name>.log`. */
  readonly serverLog: (serverName: string, line: ServerLogLine) => void
  /** Opens an http, https or mailto address in the system's program. @throws HostError LINK_REFUSED for any other */
  readonly openLink: (url: string) => Promise<void>
  /** Addresses of the app's own scheme that the system hands to it. */
  readonly appLinks: {
    /** Null: the scheme is not ours on this machine. */
    readonly scheme: string | null
    onLink(listener: (url: string) => void): () => void
  }
  readonly openFile: (path: string) => Promise<void>
  readonly copyText: (text: string) => void
  /** The picture that the window shows at this place, in CSS pixels. */
  readonly copyImage: (at: { readonly x: number; readonly y: number }) => void
  /** Draws the window's page larger or smaller. */
  readonly zoom: (step: ZoomStep) => void
  readonly actOnWindow: (act: WindowAct) => void
  /** Another window, on this conversation or, for null, on one that has not begun. */
  readonly openWindow: (conversationId: string | null) => void
  /** Brings up the quick window, or puts it away. */
  readonly showQuickWindow: (isShown: boolean) => void
  /** Brings a whole window to the front, with this conversation where one is named, and puts the quick one away. */
  readonly showConversation: (conversationId: string | null) => void
  readonly desktop: DesktopPort
  readonly chooseFolder: () => Promise<string | null>
  /** A file of one of these kinds, without the dot: asked for in a dialog of the system. */
  readonly chooseFile: (extensions: readonly string[]) => Promise<string | null>
  /**
   * Asks the person for a place and writes the file there, piece by piece where it comes in pieces; null when they
   * cancelled. The name has no folder in it. @throws HostError FILE_WRITE_FAILED
   */
  readonly saveFile: (suggestedName: string, content: FileContent) => Promise<string | null>
  /** A thread that runs `app/archives/thread/archive-worker.ts`. */
  readonly spawnArchivesWorker: (data: ArchivesWorkerData) => WorkerLike
  /** A page without a window that draws diagrams; loaded when it is opened. */
  readonly openDiagramPage: () => DiagramPage
  /** Dictionaries and the thread that reads them; null: the system checks by itself, or nobody types. */
  readonly spelling: SpellingPort | null
  /** The menu of a misspelt word, at a place of the window in CSS pixels; it replaces the selection by itself. */
  readonly showWordMenu: (menu: WordMenu) => Promise<WordChoice | null>
  /** Milliseconds since the epoch. */
  readonly now: () => number
  /** A new unguessable id, at most 36 characters. */
  readonly newId: () => string
}
