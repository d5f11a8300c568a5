/**
 * The answer in progress: holds its latest state, announces changes, and saves it. Text and progress are sent as
 * combined deltas, everything else as the whole message. The turn decides what happens.
 */
import type { Message } from '../../contract/conversations'
import type { CallProgress } from '../../contract/tool-calls'
import type { ConversationEvent, Schedule } from './conversation-event'
import { createSerializedWrites } from './serialized-writes'
import type { SerializedWrites } from './serialized-writes'
import { appendText, changeCall } from './transcript'

/** One frame of a film. Each event costs the page the work of a frame. */
const textIntervalMs = 40
const saveIntervalMs = 1_000
const callIntervalMs = 100
const progressIntervalMs = 100

export interface LiveMessageOptions {
  readonly emit: (event: ConversationEvent) => void
  readonly save: (message: Message) => Promise<void>
  readonly onSaveFailed: (error: unknown) => void
  readonly schedule: Schedule
}

export class LiveMessage {
  readonly #options: LiveMessageOptions
  readonly #saver: SerializedWrites
  readonly #progressing = new Map<string, { latest: CallProgress | null; readonly cancel: () => void }>()
  #message: Message
  #pending: { readonly partIndex: number; readonly offset: number; text: string } | null = null
  #cancelFrame: (() => void) | null = null
  #cancelSave: (() => void) | null = null
  /** Cancels the wait after the end of a call, in which further ends are collected. */
  #cancelPause: (() => void) | null = null
  #isCallWaiting = false

  constructor(initial: Message, options: LiveMessageOptions) {
    this.#message = initial
    this.#options = options
    this.#saver = createSerializedWrites(() => options.save(this.#message), options.onSaveFailed)
  }

  read(): Message {
    return this.#message
  }

  /** `type`: the type of the part that gets the text. */
  appendText(step: number, text: string, type: 'text' | 'thinking' = 'text'): void {
    const { message, partIndex, offset } = appendText(this.#message, step, { type, text })
    this.#message = message
    if (offset === 0) return this.tell()
    if (this.#pending === null) this.#pending = { partIndex, offset, text }
    else this.#pending.text += text
    this.#cancelFrame ??= this.#options.schedule(() => this.flush(), textIntervalMs)
    this.#saveSoon()
  }

  /** A change of structure: sent immediately as the whole message, saved within a second. */
  change(update: (message: Message) => Message): void {
    this.#message = update(this.#message)
    this.tell()
  }

  /** Sends the whole message in its current state. */
  tell(): void {
    this.#pending = null // included in the whole message
    this.#options.emit({ name: 'message.changed', payload: this.#message })
    this.#saveSoon()
  }

  progress(callId: string, progress: CallProgress): void {
    this.#message = changeCall(this.#message, callId, { progress })
    const running = this.#progressing.get(callId)
    if (running === undefined) this.#tellProgress(callId, progress)
    else running.latest = progress
  }

  /** Sends text that waits for the next frame, so that the sent events equal `read()`. */
  flush(): void {
    this.#cancelFrame?.()
    this.#cancelFrame = null
    const pending = this.#pending
    this.#pending = null
    if (pending !== null)
      this.#options.emit({ name: 'text.appended', payload: { ...this.#address(), ...pending } })
  }

  /** Saves now. Resolves when the state at the time of the call is durable, or when saving has failed. */
  save(): Promise<void> {
    this.#cancelSave?.()
    this.#cancelSave = null
    this.#isCallWaiting = false
    return this.#saver.save()
  }

  /**
   * Saves the end of a call now. If several calls end within a tenth of a second, as in a script, they share one
   * commit, because each commit rewrites the whole message.
   */
  saveCall(): void {
    if (this.#cancelPause !== null) {
      this.#isCallWaiting = true
      return
    }
    void this.save() // never rejects
    this.#cancelPause = this.#options.schedule(() => {
      this.#cancelPause = null
      if (this.#isCallWaiting) this.saveCall()
    }, callIntervalMs)
  }

  /** Ends all pending work. The last state is sent and saved. */
  close(): Promise<void> {
    this.flush()
    this.#cancelPause?.()
    this.#cancelPause = null
    for (const { cancel } of this.#progressing.values()) cancel()
    this.#progressing.clear()
    return this.save()
  }

  #saveSoon(): void {
    this.#cancelSave ??= this.#options.schedule(() => void this.save(), saveIntervalMs) // never rejects
  }

  #tellProgress(callId: string, progress: CallProgress): void {
    this.#options.emit({ name: 'tool-call.progressed', payload: { ...this.#address(), callId, progress } })
    const cancel = this.#options.schedule(() => {
      const latest = this.#progressing.get(callId)?.latest ?? null
      this.#progressing.delete(callId)
      if (latest !== null) this.#tellProgress(callId, latest)
    }, progressIntervalMs)
    this.#progressing.set(callId, { latest: null, cancel })
  }

  #address(): { conversationId: string; messageId: string } {
    return { conversationId: this.#message.conversationId, messageId: this.#message.id }
  }
}
