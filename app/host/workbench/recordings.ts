/** Recordings that run or wait to be saved. They are in memory only: nothing is on the disk before the user saves it. */
import { HostError } from '../../base/host-error'
import { toFileName } from '../../base/file-name'
import type { LocalizedText } from '../../contract/localized-text'
import type { McpGateway, TracedMessage } from '../../mcp/interface'
import type { ServerView } from '../../contract/servers'
import { recordingLinesAtOnce, type RecordingView } from '../../contract/workbench/recordings'
import { say } from '../../texts/render-localized'
import { recordingExtension } from '../../workbench/recordings/recording'
import { Recorder } from '../../workbench/recordings/recorder'

/** How often a window learns how long a running recording is. */
const publishMs = 500
/** Characters of one line that a window shows. */
const shownCharacters = 5_000

interface OpenRecording {
  readonly view: () => RecordingView
  readonly lines: () => readonly string[]
  /** Ends the recording; it can still be read. */
  readonly stop: () => void
}

export interface RecordingsOptions {
  readonly mcp: McpGateway
  /** @throws HostError SERVER_UNKNOWN */
  readonly findServer: (serverName: string) => ServerView
  /** Parley's version. */
  readonly version: string
  /** Removes secrets. Null: it can't. */
  readonly redact: (text: string) => string | null
  /** Null: the user cancelled. */
  readonly saveFile: (suggestedName: string, content: AsyncIterable<string>) => Promise<string | null>
  readonly publish: (recordings: RecordingView[]) => void
  readonly alert: (text: LocalizedText) => void
  readonly now: () => number
  readonly newId: () => string
}

export class Recordings {
  readonly #options: RecordingsOptions
  /** By id, in the order in which they began. */
  readonly #open = new Map<string, OpenRecording>()
  #publishing: NodeJS.Timeout | null = null

  constructor(options: RecordingsOptions) {
    this.#options = options
  }

  readonly list = (): RecordingView[] => [...this.#open.values()].map(({ view }) => view())

  /** An ended recording of the same server is replaced. @throws HostError SERVER_UNKNOWN */
  readonly start = async (serverName: string): Promise<void> => {
    const { transport, usedTransport } = this.#options.findServer(serverName)
    const before = this.list().find(({ of, title }) => of === 'server' && title === serverName)
    if (before?.state === 'running') return
    if (before !== undefined) this.#open.delete(before.recordingId)
    const { mcp, now, newId, version, redact } = this.#options
    const recorder = new Recorder({
      serverName,
      transport: usedTransport ?? transport,
      parley: version,
      startedAt: now(),
      redact
    })
    const recordingId = newId()
    let isRunning = true
    /** Until the messages from before are there. */
    let early: TracedMessage[] | null = []
    const unsubscribe = mcp.subscribe({
      traced: (message) => {
        if (message.serverName !== serverName) return
        if (early !== null) return void early.push(message)
        recorder.add(message)
        if (recorder.facts.isFull) end()
        this.#publishSoon()
      }
    })
    const end = () => {
      if (!isRunning) return
      isRunning = false
      unsubscribe()
      if (recorder.facts.isFull) this.#options.alert(say('recordings.full', { server: serverName }))
    }
    this.#open.set(recordingId, {
      view: () => ({
        recordingId,
        title: serverName,
        of: 'server',
        state: isRunning ? 'running' : 'stopped',
        ...recorder.facts
      }),
      lines: () => recorder.finish(),
      stop: end
    })
    const kept = await mcp.clients
      .exportMessages({ serverName, terms: [], secrets: [] })
      .catch((error: unknown) => {
        this.discard(recordingId)
        throw error
      })
    recorder.addOpening(kept ?? [])
    for (const message of early) recorder.add(message)
    early = null
    this.#publish()
  }

  readonly stop = (recordingId: string): void => {
    this.#find(recordingId).stop()
    this.#publish()
  }

  readonly read = (recordingId: string, from: number): { lineCount: number; lines: string[] } => {
    const lines = this.#find(recordingId).lines()
    const shown = lines.slice(from, from + recordingLinesAtOnce).map((line) => {
      const text = line.trimEnd()
      return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
    })
    return { lineCount: lines.length, lines: shown }
  }

  /** The file as it would be saved. @throws HostError RECORDING_INVALID */
  readonly readText = (recordingId: string): string => this.#find(recordingId).lines().join('')

  /** Null: the user cancelled. @throws HostError FILE_WRITE_FAILED */
  readonly save = async (recordingId: string): Promise<string | null> => {
    const recording = this.#find(recordingId)
    const lines = recording.lines()
    const name = `${toFileName(recording.view().title).slice(0, 80)}.${recordingExtension}`
    const path = await this.#options.saveFile(name, toAsync(lines))
    if (path !== null) this.discard(recordingId)
    return path
  }

  readonly discard = (recordingId: string): void => {
    this.#open.get(recordingId)?.stop()
    this.#open.delete(recordingId)
    this.#publish()
  }

  dispose(): void {
    if (this.#publishing !== null) clearTimeout(this.#publishing)
    for (const { stop } of this.#open.values()) stop()
  }

  #find(recordingId: string): OpenRecording {
    const found = this.#open.get(recordingId)
    if (found === undefined) throw new HostError('RECORDING_INVALID', say('recordings.gone'))
    return found
  }

  #publishSoon(): void {
    this.#publishing ??= setTimeout(() => this.#publish(), publishMs)
  }

  #publish(): void {
    if (this.#publishing !== null) clearTimeout(this.#publishing)
    this.#publishing = null
    this.#options.publish(this.list())
  }
}

async function* toAsync(lines: readonly string[]): AsyncGenerator<string> {
  yield* lines
}
