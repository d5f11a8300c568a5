/**
 * The user's settings while Parley runs: the effective values, the problems of the file, changes of both, and every way
 * to change them. Other modules of this folder read, write and interpret the file.
 */
import { join, resolve } from 'node:path'
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { FolderChoice } from '../../contract/conversation/folders'
import type { ToolChanges } from '../../contract/servers'
import type { ModelPrice, SettingsProblem, SettingsView } from '../../contract/settings'
import { serverSettings, type ServerChanges, type SimpleChanges } from '../../contract/simple-settings'
import { newestBackup } from './backups'
import { makeDefaultText, refreshSchemaCopy, writeDefaultFile } from './default-file'
import { defaultContent } from '../definition'
import type { SettingsContent } from '../definition'
import { createFileState, missingFile } from './file-state'
import type { FileState } from './file-state'
import {
  addServers,
  guarded,
  namedIn,
  readServer,
  removeServer,
  saveServer,
  setHost,
  setLedgerEndpoint,
  setModelPrice,
  setRoots,
  setServerChoices,
  setSimpleValues,
  setTool
} from '../edit/settings-edits'
import { addProvider, removeProvider, removeProviderKey, setProviderKey } from '../edit/provider-edits'
import type { TextChange } from '../edit/settings-edits'
import { restoreValues } from '../edit/restore-values'
import { createGuardMemory, type GuardFacts } from '../guard/guard-memory'
import type { GuardedPath } from '../guard/guard-rules'
import type { UserChange } from '../guard/pending-changes'
import { parseSettings } from '../parse/parse-settings'
import { sandboxKeys } from '../parse/sandbox-key'
import { say } from '../../texts/render-localized'
import { requireValidEntry } from '../edit/server-entry-text'
import { readPaste } from '../paste/read-paste'
import { readSettingsFile } from './settings-file'
import { watchSettingsFile } from './settings-watcher'
import type { SettingsWatcher } from './settings-watcher'
import { createSettingsWriter } from './settings-writer'
import type { SettingsWriter } from './settings-writer'

type CompleteNew = (json: string) => Promise<string>

export interface SettingsOptions {
  readonly file: string
  readonly dataFolder: string
  /** The JSON Schema that ships with Parley. */
  readonly schemaFile: string
  /** Content of `resources/default-settings.jsonc`. */
  readonly defaultText: string
  readonly now: () => number
  /** Where the user's approvals are stored, apart from the file. */
  readonly facts: GuardFacts
  /** Completes a new entry; absent: nothing is added. */
  readonly completeNew?: CompleteNew
  readonly log: Logger
}

/** May refuse by throwing. What it returns runs after the write, even if that fails. */
export type ValueCheck = (changes: SimpleChanges) => () => void

export interface NewServer {
  readonly name: string
  readonly json: string
}

/**
 * Writers throw HostError SETTINGS_INVALID, SETTINGS_UNREADABLE, SETTINGS_WRITE_FAILED besides the documented codes.
 */
export interface Settings {
  current(): SettingsContent
  problems(): readonly SettingsProblem[]
  /** True if the file can't be used as a whole and the last valid settings (or the defaults) stay in effect. */
  isLastGoodInUse(): boolean
  view(vault: SettingsView['vault']): Omit<SettingsView, 'shownLanguage'>
  /** Called after every change of content or problems, by hand in the file or in the window. */
  onChange(listener: (content: SettingsContent) => void): () => void
  /** Creates a missing file, reads it, watches it. Never rejects, for any content of the path. */
  start(): Promise<void>
  dispose(): Promise<void>
  /** @throws HostError SETTINGS_INVALID (data: problems), SETTINGS_NAME_TAKEN, SERVER_UNKNOWN */
  saveServerEntry(previousName: string | null, name: string, json: string): Promise<void>
  /**
   * Adds the pasted servers and returns their names. All or nothing.
   * @throws HostError SETTINGS_INVALID (data: problems)
   */
  pasteServers(text: string): Promise<readonly string[]>
  /** Adds entries under their own names. All or nothing. @throws HostError SETTINGS_INVALID, SETTINGS_NAME_TAKEN */
  addServers(servers: readonly NewServer[]): Promise<void>
  /** @throws HostError SERVER_UNKNOWN */
  removeServer(name: string): Promise<void>
  /** The text of the entry in the file. @throws HostError SERVER_UNKNOWN, SETTINGS_UNREADABLE, SETTINGS_INVALID */
  readServerEntry(name: string): Promise<string>
  /** @throws HostError SERVER_UNKNOWN */
  setServerChoices(name: string, changes: ServerChanges): Promise<void>
  /** @throws HostError SERVER_UNKNOWN */
  setTools(serverName: string, toolNames: readonly string[], changes: ToolChanges): Promise<void>
  /** Whether the sandboxed server may connect to the hosts of the line. @throws HostError SERVER_UNKNOWN */
  setHost(serverName: string, line: string, isListed: boolean): Promise<void>
  /** Paths are absolute. */
  setRoots(roots: readonly FolderChoice[]): Promise<void>
  setValues(changes: SimpleChanges): Promise<void>
  /** Has `check` decide about every later `setValues` before anything is written. */
  checkValues(check: ValueCheck): void
  /** null: the ledger isn't sent. */
  setLedgerEndpoint(endpoint: string | null): Promise<void>
  /** null: the price is unknown. */
  setModelPrice(model: string, price: ModelPrice | null): Promise<void>
  /** Writes `${secret:secretName}` as the provider's key. */
  setProviderKeyReference(providerName: string, secretName: string): Promise<void>
  removeProviderKey(providerName: string): Promise<void>
  /** @throws HostError SETTINGS_NAME_TAKEN, SETTINGS_INVALID: the name or the address can't be used */
  addProvider(name: string, entry: { readonly type: string; readonly baseUrl: string }): Promise<void>
  /** @throws HostError SETTINGS_INVALID: it isn't in the file */
  removeProvider(name: string): Promise<void>
  /** Applies the waiting changes of the file. @throws HostError CONSENT_UNKNOWN_QUESTION: they have changed since */
  useHeld(id: string): Promise<void>
  /** Restores the previous values in the file. @throws HostError CONSENT_UNKNOWN_QUESTION: other changes wait by now */
  putBackHeld(id: string): Promise<void>
}

export function createSettings(options: SettingsOptions): Settings {
  const file = resolve(options.file)
  const backupFolder = join(options.dataFolder, 'backups')
  const writer = createSettingsWriter({
    file,
    backupFolder,
    initialText: makeDefaultText({ ...options, file }),
    now: options.now
  })
  const memory = createGuardMemory({ ...options, file })
  const state = createFileState({ file, newestBackup: () => newestBackup(backupFolder), memory })
  return {
    ...readersOf(state, file),
    ...changesOf(state, writer, options.completeNew),
    ...lifeOf(state, writer, { ...options, file }),
    readServerEntry: async (name) => readServer(await readText(file), name)
  }
}

function readersOf(state: FileState, file: string) {
  return {
    current: () => state.current().content,
    problems: () => state.current().problems,
    isLastGoodInUse: () => state.current().isLastGoodInUse,
    onChange: (listener: (content: SettingsContent) => void) => state.onChange(listener),
    view: (vault: SettingsView['vault']): Omit<SettingsView, 'shownLanguage'> => {
      const { content, held, problems, isLastGoodInUse } = state.current()
      return {
        path: file,
        isLastGoodInUse,
        problems: [...problems],
        ...(held !== null && { held }),
        values: content.values,
        roots: [...content.roots],
        ledgerEndpoint: content.ledgerEndpoint ?? null,
        prices: [...content.models.prices].map(([model, price]) => ({ model, ...price })),
        vault
      }
    }
  } satisfies Partial<Settings>
}

function lifeOf(
  state: FileState,
  writer: SettingsWriter,
  options: SettingsOptions
): Pick<Settings, 'start' | 'dispose'> {
  let watcher: SettingsWatcher | null = null
  let isDisposed = false
  const report = (error: unknown) => options.log.warn('Watching or reading the settings failed', { error })
  return {
    start: async () => {
      if ((await readSettingsFile(options.file)).type === 'missing')
        await writeDefaultFile(options).catch(report)
      await refreshSchemaCopy(options).catch(report)
      const started = await watchSettingsFile(options.file, () => void state.reload().catch(report), report)
      if (isDisposed) return started.close()
      watcher = started
      await state.reload()
    },
    dispose: async () => {
      isDisposed = true
      state.end()
      await watcher?.close()
      await writer.settled()
    }
  }
}

function changesOf(state: FileState, writer: SettingsWriter, completeNew: CompleteNew | undefined) {
  /** `chosen`: the paths that the user decided about, regardless of the file. */
  const write: WriteOwn = (change, chosen = [], renamed = null) =>
    state.own(async () => {
      const after = getContent(await writer.write(guarded(change)))
      return { after, chosen, renamed }
    })
  let check: ValueCheck = () => () => {}

  return {
    ...serverChanges(write, completeNew),
    setRoots: (roots) => write(setRoots(roots), [['roots']]),
    setLedgerEndpoint: (endpoint) => write(setLedgerEndpoint(endpoint)),
    setValues: async (changes) => {
      const afterWrite = check(changes)
      const paths = namedIn(changes).map(([name]) => name.split('.'))
      await write(setSimpleValues(changes), paths).finally(afterWrite)
    },
    checkValues: (added) => void (check = added),
    setModelPrice: (model, price) => write(setModelPrice(model, price), [['models', 'prices', model]]),
    setProviderKeyReference: (providerName, secretName) => write(setProviderKey(providerName, secretName)),
    removeProviderKey: (providerName) => write(removeProviderKey(providerName)),
    addProvider: (name, entry) => write(addProvider(name, entry)),
    removeProvider: (name) => write(removeProvider(name)),
    useHeld: async (id) => {
      if (!(await state.release(id))) throw otherChanges()
    },
    putBackHeld: async (id) => {
      const { held, content } = state.current()
      if (held?.id !== id) throw otherChanges()
      await write(restoreValues(held.changes, content))
    }
  } satisfies Partial<Settings>
}

type WriteOwn = (
  change: TextChange,
  chosen?: readonly GuardedPath[],
  renamed?: UserChange['renamed']
) => Promise<void>

function serverChanges(write: WriteOwn, completeNew: CompleteNew = (json) => Promise.resolve(json)) {
  return {
    saveServerEntry: async (previousName, name, json) => {
      requireValidEntry(name, json)
      const whole = previousName === null ? await completeNew(json) : json
      const change = saveServer(previousName, name, whole)
      await write(change, [], previousName === null ? null : { from: previousName, to: name })
    },
    pasteServers: async (text) => {
      const pasted = readPaste(text)
      for (const { name, json } of pasted) requireValidEntry(name, json)
      let added: readonly string[] = []
      const whole = await Promise.all(
        pasted.map(async (each) => ({ ...each, json: await completeNew(each.json) }))
      )
      await write(addServers(whole, (names) => (added = names)))
      return added
    },
    // No matter how they ran in another app: here they are new.
    addServers: async (servers) => {
      for (const { name, json } of servers) requireValidEntry(name, json)
      const whole = await Promise.all(
        servers.map(async ({ name, json }) => ({ name, json: await completeNew(json) }))
      )
      await write((text) =>
        whole.reduce((changed, { name, json }) => saveServer(null, name, json)(changed), text)
      )
    },
    removeServer: (name) => write(removeServer(name), [['mcpServers', name]]),
    setServerChoices: (name, changes) =>
      write(
        setServerChoices(name, changes),
        namedIn(changes).map(([choice]) => ['mcpServers', name, serverSettings[choice].key])
      ),
    setTools: (serverName, toolNames, changes) =>
      write(
        (text) => toolNames.reduce((changed, name) => setTool(serverName, name, changes)(changed), text),
        toolNames.map((name) => ['mcpServers', serverName, 'tools', name])
      ),
    setHost: (serverName, line, isListed) =>
      write(
        setHost(serverName, line, isListed),
        sandboxKeys.map((key) => ['mcpServers', serverName, key, 'hosts'])
      )
  } satisfies Partial<Settings>
}

function getContent(text: string): SettingsContent {
  const read = parseSettings(text)
  return read.type === 'usable' ? read.content : defaultContent
}

function otherChanges(): HostError {
  return new HostError('CONSENT_UNKNOWN_QUESTION', say('settings.otherChanges'))
}

/** @throws HostError SETTINGS_UNREADABLE */
async function readText(file: string): Promise<string> {
  const reading = await readSettingsFile(file)
  if (reading.type === 'text') return reading.text
  const problem = reading.type === 'missing' ? missingFile(file) : reading.problem
  throw new HostError('SETTINGS_UNREADABLE', problem.message)
}
