/**
 * The answer that is being written: holds its newest state, tells of changes and saves it. Text and progress
 * are told as joined deltas, everything else as the whole message. What happens in a turn is decided elsewhere.
 */
import type { Message } from '../../contract/conversations'
import type { CallProgress } from '../../contract/tool-calls'
import type { ConversationEvent, Schedule } from './conversation-event'
import { createSaver } from './saver'
import type { Saver } from './saver'
import { appendText, changeCall } from './transcript'

/** As often as a film shows another picture; each time costs the page the work of a frame. */
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
  readonly #saver: Saver
  readonly #progressing = new Map<string, { latest: CallProgress | null; readonly cancel: () => void }>()
  #message: Message
  #pending: { readonly partIndex: number; readonly offset: number; text: string } | null = null
  #cancelFrame: (() => void) | null = null
  #cancelSave: (() => void) | null = null
  /** Of the time after the end of a call, in which those of other calls wait. */
  #cancelPause: (() => void) | null = null
  #isCallWaiting = false

  constructor(initial: Message, options: LiveMessageOptions) {
    this.#message = initial
    this.#options = options
    this.#saver = createSaver(() => options.save(this.#message), options.onSaveFailed)
  }

  read(): Message {
    return this.#message
  }

  /** `type`: of the part that it is written to. */
  appendText(step: number, text: string, type: 'text' | 'thinking' = 'text'): void {
    const { message, partIndex, offset } = appendText(this.#message, step, { type, text })
    this.#message = message
    if (offset === 0) return this.tell()
    if (this.#pending === null) this.#pending = { partIndex, offset, text }
    else this.#pending.text += text
    this.#cancelFrame ??= this.#options.schedule(() => this.flush(), textIntervalMs)
    this.#saveSoon()
  }

  /** A change of structure: told at once as the whole message, saved within a second. */
  change(update: (message: Message) => Message): void {
    this.#message = update(this.#message)
    this.tell()
  }

  /** Tells the whole message as it stands. */
  tell(): void {
    this.#pending = null // the whole message holds it
    this.#options.emit({ name: 'message.changed', payload: this.#message })
    this.#saveSoon()
  }

  progress(callId: string, progress: CallProgress): void {
    this.#message = changeCall(this.#message, callId, { progress })
    const running = this.#progressing.get(callId)
    if (running === undefined) this.#tellProgress(callId, progress)
    else running.latest = progress
  }

  /** Tells text that waits for the next frame, so that what was told equals `read()`. */
  flush(): void {
    this.#cancelFrame?.()
    this.#cancelFrame = null
    const pending = this.#pending
    this.#pending = null
    if (pending !== null)
      this.#options.emit({ name: 'text.appended', payload: { ...this.#address(), ...pending } })
  }

  /** Saves now. Resolves when the state at the time of the call is durable, or its saving has failed. */
  save(): Promise<void> {
    this.#cancelSave?.()
    this.#cancelSave = null
    this.#isCallWaiting = false
    return this.#saver.save()
  }

  /**
   * Saves now what a call has come to. Where calls end one after the other, as in a script, those of a tenth of a second go
   * in one commit: each writes all of the message anew.
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

  /** Ends all waiting work; the last state is told and saved. */
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
