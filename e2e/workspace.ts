/**
 * The folders of one test: a home and a data folder for this test only, and the settings file in it. The home's path
 * marks every process of the test: Parley passes HOME to its servers.
 */
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'

export interface ServerEntry {
  command?: string
  args?: string[]
  env?: Record<string, string>
  url?: string
  headers?: Record<string, string>
  oauth?: object
  type?: 'stdio' | 'http' | 'sse'
  /** `undefined`: none, also in a shared app. */
  cwd?: string | undefined
  containment?: object | 'off'
  disabled?: boolean
  reviewResults?: boolean
  timeoutMs?: number
  connectTimeoutMs?: number
}

export interface SettingsFile {
  mcpServers?: Record<string, ServerEntry>
  models?: Record<string, unknown>
  [other: string]: unknown
}

export interface Workspace {
  readonly folder: string
  readonly home: string
  readonly dataFolder: string
  readonly settingsFile: string
  /** Every message between Parley and its servers, a line each. */
  readonly traceFile: string
  /** Writes settings.json in one step, as an editor does that saves by renaming. */
  writeSettings(content: SettingsFile | string): void
  readSettings(): string
  /** Absolute path of a file in the workspace that need not exist. */
  file(name: string): string
  /** Text of all logs by file name, for evidence and for checks on what must never be in them. */
  readLogs(): Record<string, string>
  remove(): void
}

export function createWorkspace(): Workspace {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-e2e-'))
  const home = path.join(folder, 'home')
  const dataFolder = path.join(folder, 'data')
  fs.mkdirSync(home)
  const settingsFile = path.join(dataFolder, 'settings.json')
  return {
    folder,
    home,
    dataFolder,
    settingsFile,
    traceFile: path.join(folder, 'messages.jsonl'),
    writeSettings(content) {
      fs.mkdirSync(dataFolder, { recursive: true })
      const text = typeof content === 'string' ? content : JSON.stringify(content, null, 2)
      fs.writeFileSync(`${settingsFile}.new`, text)
      fs.renameSync(`${settingsFile}.new`, settingsFile)
    },
    readSettings: () => fs.readFileSync(settingsFile, 'utf8'),
    file: (name) => path.join(folder, name),
    readLogs: () => readTextFiles(path.join(dataFolder, 'logs')),
    remove: () => fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

function readTextFiles(folder: string): Record<string, string> {
  if (!fs.existsSync(folder)) return {}
  const files = fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
  const named = files.map((entry) => path.join(entry.parentPath, entry.name))
  return Object.fromEntries(named.map((file) => [path.relative(folder, file), fs.readFileSync(file, 'utf8')]))
}
