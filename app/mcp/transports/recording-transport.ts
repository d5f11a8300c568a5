/** A server that is a recording. Starts no program: it runs where the protocol is read. */
import { readFile } from 'node:fs/promises'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { HostError } from '../../base/host-error'
import type { JsonObject } from '../../contract/json'
import { say } from '../../texts/render-localized'
import { readRecording } from '../../workbench/recordings/recording-file'
import { RecordingPlayer } from '../../workbench/recordings/recording-player'
import type { StdioLaunch } from '../interface'

export class RecordingTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly #file: string
  readonly #serverName: string | undefined
  readonly #isExact: boolean
  #player: RecordingPlayer | null = null

  /** The arguments: the file, the server if it isn't the first, and `--exact`. */
  constructor({ args }: Pick<StdioLaunch, 'args'>) {
    const [file = '', serverName] = args.filter((arg) => arg !== '--exact')
    this.#file = file
    this.#serverName = serverName
    this.#isExact = args.includes('--exact')
  }

  /** @throws HostError RECORDING_INVALID */
  async start(): Promise<void> {
    const text = await readFile(this.#file, 'utf8').catch((cause: unknown) => {
      throw new HostError('RECORDING_INVALID', say('recordings.unreadable', { file: this.#file }), { cause })
    })
    const recording = readRecording(text)
    if (recording === null)
      throw new HostError('RECORDING_INVALID', say('recordings.invalid', { file: this.#file }))
    this.#player = new RecordingPlayer(recording, {
      serverName: this.#serverName,
      mode: this.#isExact ? 'exact' : 'tolerant',
      // A server never answers while it is still being asked.
      send: (message) => queueMicrotask(() => this.#player && this.onmessage?.(message as JSONRPCMessage))
    })
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#player === null) throw new Error('The recording has ended')
    this.#player.receive(message as JsonObject)
  }

  async close(): Promise<void> {
    if (this.#player === null) return
    this.#player = null
    this.onclose?.()
  }
}
