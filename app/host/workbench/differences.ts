/** Reads what is compared: running servers, what they offered earlier, and recordings. */
import path from 'node:path'
import { HostError } from '../../base/host-error'
import type { Handlers } from '../../contract/bridge/calls'
import { jsonObject } from '../../contract/json'
import {
  definitions as definitionsSchema,
  type ComparedFile,
  type ComparedSide,
  type Definitions,
  type differenceCalls,
  type Published
} from '../../contract/workbench/differences'
import type { McpGateway } from '../../mcp/interface'
import type { ServersControl } from '../../servers/registry/server-registry'
import { say } from '../../texts/render-localized'
import { compareSessions } from '../../workbench/differences/compare-sessions'
import { readDefinitions } from '../../workbench/differences/definitions'
import { comparePublished, readEntry, type RunningEntry } from '../../workbench/differences/published'
import type { ServerSource } from '../../servers/directory/server-source'
import { recordingExtension, type Recording } from '../../workbench/recordings/recording'
import { readRecording } from '../../workbench/recordings/recording-file'
import type { DefinitionCaptures } from './definition-captures'
import { fetchServerCard } from './fetch-server-card'
import { openPublishedFile } from '../../workbench/differences/open-published-file'
import { openRecordingFile } from '../../workbench/recordings/open-recording-file'

/** Chosen files that stay in memory. */
const mostFiles = 10

export interface DifferencesOptions {
  readonly mcp: Pick<McpGateway, 'clients'>
  readonly servers: Pick<ServersControl, 'list' | 'listResources' | 'listPrompts' | 'onChange' | 'onRemoved'>
  readonly captures: DefinitionCaptures
  /** The text of a recording that isn't saved. @throws HostError RECORDING_INVALID */
  readonly readOpenRecording: (recordingId: string) => string
  readonly chooseFile: (extensions: readonly string[]) => Promise<string | null>
  /** The entry of the settings. Null: there is none. */
  readonly findEntry: (serverName: string) => RunningEntry | null
  /** Records a request for a card. */
  readonly recordCard: (url: string) => void
  /** @throws HostError DIRECTORY_FAILED */
  readonly openRegistry: () => ServerSource
  /** Removes secrets. Null: it can't. */
  readonly redact: (text: string) => string | null
  readonly newId: () => string
  /** False: what servers offer isn't kept. */
  readonly keepsCaptures: boolean
}

interface Side {
  readonly definitions: Definitions | null
  readonly session: Recording | null
  readonly published?: Published | undefined
  readonly entry?: RunningEntry | null
}

interface ChosenFile {
  readonly view: ComparedFile
  readonly recording?: Recording
  readonly published?: Published
}

export class Differences {
  readonly #options: DifferencesOptions
  readonly #files = new Map<string, ChosenFile>()
  /** Servers that are connected, with what their tools cost. */
  readonly #connected = new Map<string, string>()
  /** Servers whose definitions are being kept, and whether they changed meanwhile. */
  readonly #keeping = new Map<string, { isChanged: boolean }>()
  readonly #end: readonly (() => void)[]

  constructor(options: DifferencesOptions) {
    this.#options = options
    const { servers, captures, keepsCaptures } = options
    this.#end = keepsCaptures
      ? [
          servers.onChange(({ name, state, offeredTools }) => {
            const now = state === 'connected' ? JSON.stringify(offeredTools) : null
            const before = this.#connected.get(name) ?? null
            if (now === before) return
            if (now === null) this.#connected.delete(name)
            else this.#connected.set(name, now)
            void this.#keep(name)
          }),
          servers.onRemoved((name) => {
            this.#connected.delete(name)
            void captures.forget(name).catch(() => {}) // then it is replaced by a server of that name
          })
        ]
      : []
  }

  /** What a server offers now, with all its lists. @throws HostError SERVER_NOT_CONNECTED */
  readonly readNow = async (serverName: string): Promise<Definitions> => {
    const { servers } = this.#options
    // Lists that weren't asked for yet. A list that fails stays unknown.
    await Promise.all([servers.listResources(serverName), servers.listPrompts(serverName)])
    const found = await this.#readKnown(serverName)
    if (found === null)
      throw new HostError('SERVER_NOT_CONNECTED', say('differences.notKnown', { server: serverName }))
    return found
  }

  handlers(): Pick<Handlers, keyof typeof differenceCalls> {
    const { captures, chooseFile, newId } = this.#options
    return {
      'difference.list-sides': async ({ serverName }) => ({
        captures: await captures.list(serverName),
        files: [...this.#files.values()].map(({ view }) => view)
      }),
      'difference.keep': async ({ serverName }) =>
        await captures.keep(serverName, await this.readNow(serverName)),
      'difference.choose-file': async () => {
        const file = await chooseFile([recordingExtension, 'json'])
        if (file === null) return null
        const name = path.basename(file)
        if (!file.toLowerCase().endsWith('.json')) {
          const recording = await openRecordingFile(file)
          const { recordedAt, of } = recording.header
          return this.#add({ view: { fileId: newId(), name, recordedAt, of }, recording })
        }
        return this.#addPublished(name, await openPublishedFile(file))
      },
      'difference.read-entry': async ({ name }) => {
        const { entries } = await this.#options.openRegistry().versions(name)
        const [newest] = entries
        if (newest === undefined)
          throw new HostError('RECORDING_INVALID', say('differences.noEntry', { name }))
        return this.#addPublished(`${newest.name} ${newest.version}`, readEntry(newest))
      },
      'difference.read-card': ({ serverName }) => this.#readCard(serverName),
      'difference.read-published': ({ fileId }) => {
        const found = this.#files.get(fileId)?.published
        if (found === undefined) throw new HostError('RECORDING_INVALID', say('differences.fileGone'))
        return found
      },
      'difference.read': async ({ before, after }) => {
        const [old, now] = await Promise.all([this.#readSide(before), this.#readSide(after)])
        const definitions = compareSides(old, now)
        const sessions =
          old.session === null || now.session === null ? null : compareSessions(old.session, now.session)
        return { definitions, steps: sessions?.steps ?? null, leftOut: sessions?.leftOut ?? 0 }
      }
    }
  }

  async dispose(): Promise<void> {
    for (const end of this.#end) end()
    await this.#options.captures.settled()
  }

  async #readSide(side: ComparedSide): Promise<Side> {
    if (side.type === 'server')
      return {
        entry: this.#options.findEntry(side.serverName),
        definitions: await this.readNow(side.serverName),
        session: await this.#readMessages(side.serverName)
      }
    if (side.type === 'capture') {
      const definitions = await this.#options.captures.find(side.serverName, side.captureId)
      if (definitions === null) throw new HostError('RECORDING_INVALID', say('differences.captureGone'))
      return { definitions, session: null }
    }
    const file = side.type === 'file' ? this.#files.get(side.fileId) : undefined
    if (file?.published !== undefined)
      return { definitions: file.published.definitions, session: null, published: file.published }
    const recording = side.type === 'file' ? file?.recording : this.#readOpen(side.recordingId)
    if (recording === undefined) throw new HostError('RECORDING_INVALID', say('differences.fileGone'))
    return { definitions: readDefinitions(recording), session: recording }
  }

  async #readCard(serverName: string): Promise<ComparedFile> {
    const { servers, findEntry, recordCard } = this.#options
    const isConnected = servers.list().some(({ name, state }) => name === serverName && state === 'connected')
    if (!isConnected)
      throw new HostError('SERVER_NOT_CONNECTED', say('differences.notKnown', { server: serverName }))
    const serverUrl = findEntry(serverName)?.url ?? null
    if (serverUrl === null)
      throw new HostError('RECORDING_INVALID', say('differences.cardNeedsAddress', { server: serverName }))
    const { name, published } = await fetchServerCard({ serverUrl, record: recordCard })
    return this.#addPublished(name, published)
  }

  #addPublished(name: string, published: Published): ComparedFile {
    const view = { fileId: this.#options.newId(), name, recordedAt: '', of: 'publication' } as const
    return this.#add({ view, published })
  }

  #add(file: ChosenFile): ComparedFile {
    this.#files.set(file.view.fileId, file)
    const [oldest] = this.#files.keys()
    if (this.#files.size > mostFiles && oldest !== undefined) this.#files.delete(oldest)
    return file.view
  }

  #readOpen(recordingId: string): Recording | undefined {
    return readRecording(this.#options.readOpenRecording(recordingId)) ?? undefined
  }

  /** Changes that come meanwhile are read once, at the end. Never rejects: the next change tries again. */
  async #keep(serverName: string): Promise<void> {
    const running = this.#keeping.get(serverName)
    if (running !== undefined) {
      running.isChanged = true
      return
    }
    const keeping = { isChanged: true }
    this.#keeping.set(serverName, keeping)
    while (keeping.isChanged) {
      keeping.isChanged = false
      await this.#keepNow(serverName).catch(() => {})
    }
    this.#keeping.delete(serverName)
  }

  async #keepNow(serverName: string): Promise<void> {
    const { servers, captures } = this.#options
    const definitions = await this.#readKnown(serverName)
    const isThere = servers.list().some(({ name }) => name === serverName) // it can be removed meanwhile
    if (definitions !== null && isThere) await captures.keep(serverName, definitions)
  }

  async #readKnown(serverName: string): Promise<Definitions | null> {
    const found = (await this.#options.mcp.clients.readDefinitions(serverName)) ?? null
    const text = found === null ? null : this.#options.redact(JSON.stringify(found))
    return text === null ? null : (definitionsSchema.safeParse(JSON.parse(text)).data ?? null)
  }

  /** The messages of the server as a recording. */
  async #readMessages(serverName: string): Promise<Recording> {
    const { mcp, redact } = this.#options
    const kept = (await mcp.clients.exportMessages({ serverName, terms: [], secrets: [] })) ?? []
    const connections = [...new Set(kept.map(({ connectionId }) => connectionId))]
    const entries = kept.map(({ at, direction, connectionId, text }) => ({
      type: 'message' as const,
      at,
      server: serverName,
      connection: connections.indexOf(connectionId),
      direction,
      message: text === null ? null : parse(redact(text))
    }))
    const server = { name: serverName, info: null, revision: null, transport: 'stdio' as const }
    const header = {
      parleyRecording: 1,
      of: 'server',
      parley: '',
      recordedAt: '',
      title: serverName,
      servers: [server]
    } as const
    return { header, entries, unreadLines: 0, isCut: false }
  }
}

function compareSides(before: Side, after: Side) {
  if (before.definitions === null || after.definitions === null) return null
  return comparePublished(
    { ...before, definitions: before.definitions },
    { ...after, definitions: after.definitions }
  )
}

function parse(text: string | null) {
  return text === null ? null : (jsonObject.safeParse(JSON.parse(text)).data ?? null)
}
