/**
 * The last messages of views in conversations, for the page of their server. In memory only. Secrets are removed when the
 * messages are read, because most never are.
 */
import { cutText } from '../../base/cut-text'
import { HostError } from '../../base/host-error'
import type { CallInput, CallOutput } from '../../contract/bridge/calls'
import { say } from '../../texts/render-localized'
import type { ViewTrace } from '../../views/interface'
import type { ViewPlace } from './view-requests'

export interface ViewTracesOptions {
  /** Called at most twice a second for each server. */
  readonly publish: (serverName: string) => void
  /** Null: it isn't JSON without its secrets. */
  readonly redactMessage: (text: string) => string | null
  readonly now: () => number
}

/** Views, and of each the messages, the characters of one and of all. */
const most = { views: 20, messages: 500, characters: 20_000, together: 500_000 }
const publishEveryMs = 500

interface KeptMessage {
  readonly index: number
  readonly at: number
  readonly direction: 'in' | 'out'
  /** Null: it is too long. */
  readonly text: string | null
  readonly size: number
  refusal: string | null
}

interface Kept extends Pick<ViewPlace, 'conversationId' | 'messageId' | 'serverName' | 'toolName'> {
  readonly openedAt: number
  messages: KeptMessage[]
  count: number
  characters: number
}

export class ViewTraces {
  readonly #options: ViewTracesOptions
  /** By view, oldest first. */
  readonly #kept = new Map<string, Kept>()
  readonly #timers = new Map<string, NodeJS.Timeout>()
  #isDisposed = false

  constructor(options: ViewTracesOptions) {
    this.#options = options
  }

  begin(viewId: string, { conversationId, messageId, serverName, toolName }: ViewPlace): ViewTrace {
    const openedAt = this.#options.now()
    const place = { conversationId, messageId, serverName, toolName }
    const kept: Kept = { ...place, openedAt, messages: [], count: 0, characters: 0 }
    return {
      message: (direction, text) => {
        // Openings that fail have none.
        if (kept.count === 0) this.#keep(viewId, kept)
        this.#add(kept, direction, text)
      },
      refused: (reason) => {
        const last = kept.messages.at(-1)
        if (last !== undefined) last.refusal = cutText(reason, 300)
      }
    }
  }

  /** Newest first. */
  readonly list = ({ serverName }: CallInput<'view.list-traces'>): CallOutput<'view.list-traces'> =>
    [...this.#kept]
      .filter(([, kept]) => kept.serverName === serverName)
      .map(([viewId, { toolName, conversationId, openedAt, count }]) => {
        return { viewId, toolName, conversationId, openedAt, count }
      })
      .toReversed()

  readonly read = ({ viewId }: CallInput<'view.read-trace'>): CallOutput<'view.read-trace'> => {
    const kept = this.#kept.get(viewId)
    if (kept === undefined) throw new HostError('VIEW_UNAVAILABLE', say('views.notKept'))
    const messages = kept.messages.map(({ text, ...message }) => {
      return { ...message, text: text === null ? null : this.#options.redactMessage(text) }
    })
    return { viewId, messages, leftOut: kept.count - messages.length }
  }

  /** `place`: a removed conversation, or a removed message of it. */
  forget(place: { readonly conversationId: string; readonly messageId?: string }): void {
    for (const [viewId, kept] of this.#kept) {
      if (kept.conversationId !== place.conversationId) continue
      if (place.messageId !== undefined && kept.messageId !== place.messageId) continue
      this.#kept.delete(viewId)
      this.#publishSoon(kept.serverName)
    }
  }

  forgetServer(serverName: string): void {
    for (const [viewId, kept] of this.#kept) if (kept.serverName === serverName) this.#kept.delete(viewId)
  }

  dispose(): void {
    this.#isDisposed = true
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#kept.clear()
  }

  #keep(viewId: string, kept: Kept): void {
    this.#kept.set(viewId, kept)
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= most.views) break
      this.#kept.delete(oldest)
    }
  }

  #add(kept: Kept, direction: KeptMessage['direction'], text: string): void {
    const isKept = text.length <= most.characters
    kept.messages.push({
      index: kept.count,
      at: this.#options.now(),
      direction,
      text: isKept ? text : null,
      size: text.length,
      refusal: null
    })
    kept.count += 1
    kept.characters += isKept ? text.length : 0
    while (kept.messages.length > most.messages || kept.characters > most.together)
      kept.characters -= kept.messages.shift()?.text?.length ?? 0
    this.#publishSoon(kept.serverName)
  }

  #publishSoon(serverName: string): void {
    if (this.#isDisposed || this.#timers.has(serverName)) return
    const timer = setTimeout(() => {
      this.#timers.delete(serverName)
      this.#options.publish(serverName)
    }, publishEveryMs)
    this.#timers.set(serverName, timer)
  }
}
