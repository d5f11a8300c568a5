/**
 * The messages of one view for the page of its server: without secrets, in batches, and limited. A view that sends faster
 * than a window can draw leaves some of its messages out.
 */
import { cutText } from '../../base/cut-text'
import type { EventPayload } from '../../contract/bridge/events'
import type { TracedViewMessage } from '../../contract/bridge/inspected-view-calls'
import type { ViewTrace } from '../../views/interface'

type Batch = EventPayload<'view.messaged'>

export interface ViewMessagesOptions {
  readonly viewId: string
  readonly publish: (batch: Batch) => void
  /** Null: it isn't JSON without its secrets. */
  readonly redactMessage: (text: string) => string | null
  readonly now: () => number
}

const everyMs = 50
/** Of one batch; characters of one message, and of all in it. */
const most = { messages: 50, characters: 20_000, together: 200_000 }

export class ViewMessages implements ViewTrace {
  readonly #options: ViewMessagesOptions
  #batch: TracedViewMessage[] = []
  #leftOut = 0
  #count = 0
  #characters = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: ViewMessagesOptions) {
    this.#options = options
  }

  message(direction: TracedViewMessage['direction'], text: string): void {
    const index = this.#count
    this.#count += 1
    this.#timer ??= setTimeout(() => this.flush(), everyMs)
    if (this.#batch.length >= most.messages) {
      this.#leftOut += 1
      return
    }
    const isShown = text.length <= most.characters && this.#characters + text.length <= most.together
    if (isShown) this.#characters += text.length
    this.#batch.push({
      index,
      at: this.#options.now(),
      direction,
      text: isShown ? this.#options.redactMessage(text) : null,
      size: text.length,
      refusal: null
    })
  }

  refused(reason: string): void {
    const last = this.#batch.at(-1)
    // It was left out.
    if (last === undefined || last.index !== this.#count - 1) return
    this.#batch[this.#batch.length - 1] = { ...last, refusal: cutText(reason, 300) }
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    const { viewId, publish } = this.#options
    if (this.#batch.length > 0 || this.#leftOut > 0)
      publish({ viewId, messages: this.#batch, leftOut: this.#leftOut })
    this.#batch = []
    this.#leftOut = 0
    this.#characters = 0
  }
}
