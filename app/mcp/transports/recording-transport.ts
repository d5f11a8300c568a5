/** A server that is a recording. Starts no program: it runs where the protocol is read. */
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import type { JsonObject } from '../../contract/json'
import { openRecordingFile } from '../../workbench/recordings/open-recording-file'
import { RecordingPlayer } from '../../workbench/recordings/recording-player'
import type { StdioLaunch } from '../interface'
import { readPlayedRecording, type PlayedRecording } from './played-recording'

export class RecordingTransport implements Transport {
  onmessage?: (message: JSONRPCMessage) => void
  onclose?: () => void
  onerror?: (error: Error) => void
  readonly #played: PlayedRecording
  #player: RecordingPlayer | null = null

  constructor(launch: Pick<StdioLaunch, 'args' | 'cwd'>) {
    this.#played = readPlayedRecording(launch)
  }

  /** @throws HostError RECORDING_INVALID */
  async start(): Promise<void> {
    const { file, serverName, isExact } = this.#played
    this.#player = new RecordingPlayer(await openRecordingFile(file ?? ''), {
      serverName,
      mode: isExact ? 'exact' : 'tolerant',
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
