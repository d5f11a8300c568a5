/** Collects the messages of one server as lines of a recording, without secrets. */
import { jsonObject, type JsonObject } from '../../contract/json'
import { toFields } from './exchanges'
import { recordingVersion, type RecordedServer, type RecordingHeader } from './recording'
import { toRecordingLine } from './recording-file'

/** A message as it was traced. */
export interface MessageToRecord {
  readonly connectionId: string
  /** Counts the messages of the connection. */
  readonly index: number
  readonly at: number
  readonly direction: 'in' | 'out'
  /** JSON with secrets; null: too long. */
  readonly text: string | null
}

export interface RecorderOptions {
  readonly serverName: string
  readonly transport: RecordedServer['transport']
  /** Parley's version. */
  readonly parley: string
  readonly startedAt: number
  /** Removes secrets. Null: it can't. */
  readonly redact: (text: string) => string | null
  readonly mostCharacters?: number
}

/** What a user reads about a recording. */
export interface RecordingFacts {
  readonly messageCount: number
  /** Of the file. */
  readonly characters: number
  readonly removedSecrets: number
  /** Messages that are too long, or from which secrets couldn't be removed. */
  readonly leftOut: number
  /** It reached its limit, so later messages are missing. */
  readonly isFull: boolean
}

const defaultCharacters = 20_000_000
const secretMark = /\[secret\]/g

/** What a client asks first, and needs to be asked of a recording too. */
const opening: ReadonlySet<string> = new Set([
  'initialize',
  'server/discover',
  'notifications/initialized',
  'tools/list',
  'resources/list',
  'resources/templates/list',
  'prompts/list',
  'subscriptions/listen'
])

export class Recorder {
  readonly #options: RecorderOptions
  readonly #lines: string[] = []
  /** The highest index so far, by connection. */
  readonly #connections = new Map<string, number>()
  #server: RecordedServer
  #facts: RecordingFacts = { messageCount: 0, characters: 0, removedSecrets: 0, leftOut: 0, isFull: false }

  constructor(options: RecorderOptions) {
    this.#options = options
    this.#server = { name: options.serverName, info: null, revision: null, transport: options.transport }
  }

  get facts(): RecordingFacts {
    return this.#facts
  }

  /** Messages of the newest connection from before: its handshake and its lists. Later ones are all added. */
  addOpening(messages: readonly MessageToRecord[]): void {
    const newest = messages.at(-1)?.connectionId
    const asked = new Set<string>()
    for (const message of messages) {
      if (message.connectionId !== newest) continue
      const { method, id } = parse(message.text) ?? {}
      const key = JSON.stringify(id)
      const isWanted =
        method === undefined ? asked.delete(key) : typeof method === 'string' && opening.has(method)
      if (method !== undefined && isWanted && message.direction === 'out') asked.add(key)
      if (isWanted || message.at >= this.#options.startedAt) this.add(message)
    }
    if (newest !== undefined) this.#connections.set(newest, messages.at(-1)?.index ?? 0)
  }

  /** Ignores a message that it has. */
  add({ connectionId, index, at, direction, text }: MessageToRecord): void {
    if (this.#facts.isFull || index <= (this.#connections.get(connectionId) ?? -1)) return
    this.#connections.set(connectionId, index)
    const clean = text === null ? null : this.#options.redact(text)
    const message = parse(clean)
    if (message !== null) this.#learn(message)
    const line = toRecordingLine({
      type: 'message',
      at: at - this.#options.startedAt,
      server: this.#options.serverName,
      connection: [...this.#connections.keys()].indexOf(connectionId),
      direction,
      message
    })
    const { messageCount, characters, removedSecrets, leftOut } = this.#facts
    const size = Buffer.byteLength(line)
    if (characters + size > (this.#options.mostCharacters ?? defaultCharacters)) {
      this.#facts = { ...this.#facts, isFull: true }
      return
    }
    this.#lines.push(line)
    this.#facts = {
      messageCount: messageCount + 1,
      characters: characters + size,
      removedSecrets: removedSecrets + countMarks(clean) - (clean === null ? 0 : countMarks(text)),
      leftOut: leftOut + (message === null ? 1 : 0),
      isFull: false
    }
  }

  /** All lines of the file, the header first. */
  finish(): readonly string[] {
    const { parley, startedAt, serverName } = this.#options
    const header: RecordingHeader = {
      parleyRecording: recordingVersion,
      of: 'server',
      parley,
      recordedAt: new Date(startedAt).toISOString(),
      title: serverName,
      servers: [this.#server]
    }
    return [toRecordingLine(header), ...this.#lines]
  }

  /** The handshake says who the server is. Since 2026-07-28, every request says the revision. */
  #learn(message: JsonObject): void {
    const { serverInfo, protocolVersion } = toFields(message['result'])
    const meta = toFields(toFields(message['params'])['_meta'])
    const answered = toFields(toFields(message['result'])['_meta'])
    const info = serverInfo ?? answered['io.modelcontextprotocol/serverInfo']
    const revision = protocolVersion ?? meta['io.modelcontextprotocol/protocolVersion']
    this.#server = {
      ...this.#server,
      ...(info !== undefined && { info: toFields(info) }),
      ...(typeof revision === 'string' && { revision })
    }
  }
}

function countMarks(text: string | null): number {
  return text?.match(secretMark)?.length ?? 0
}

/** Null: not an object, or none. */
function parse(text: string | null): JsonObject | null {
  if (text === null) return null
  try {
    return jsonObject.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null // a secret was outside a string
  }
}
