/** Waits until a window has drawn the app of a test's call. The window opens it as it opens the app of any call. */
import { HostError, toLocalizedText } from '../../base/host-error'
import { untilAborted } from '../../base/until-aborted'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import type { ShownViews, ViewNews } from '../views/shown-views'

export type AppDrawing =
  /** It said `ui/notifications/initialized`. */
  | { readonly type: 'drawn' }
  | { readonly type: 'failed'; readonly reason: LocalizedText }
  /** No window showed the tests. */
  | { readonly type: 'not-shown' }

export interface DrawnAppOptions {
  readonly callId: string
  readonly views: Pick<ShownViews, 'news' | 'isFull'>
  readonly signal: AbortSignal
}

/** For a window to open it. How long the app may take after that is the business of the view. */
const openLimitMs = 20_000

/** @throws HostError TOOL_CANCELLED: the signal was aborted */
export async function waitForDrawnApp({ callId, views, signal }: DrawnAppOptions): Promise<AppDrawing> {
  // The window could prepare no other one.
  if (views.isFull) return { type: 'failed', reason: say('views.tooMany') }
  const drawing = new Drawing(callId)
  const unfollow = views.news.on((one) => drawing.follow(one))
  try {
    return await untilAborted(drawing.end, signal)
  } catch (error) {
    throw signal.aborted ? new HostError('TOOL_CANCELLED', say('tests.stopped')) : error
  } finally {
    unfollow()
    drawing.close()
  }
}

class Drawing {
  readonly #callId: string
  readonly end: Promise<AppDrawing>
  #resolve = (_drawing: AppDrawing): void => {}
  /** Two windows can draw it. */
  readonly #open = new Set<string>()
  #failure: LocalizedText | null = null
  #limit: NodeJS.Timeout | undefined

  constructor(callId: string) {
    this.#callId = callId
    this.end = new Promise((resolve) => {
      this.#resolve = resolve
    })
    this.#waitForWindow()
  }

  follow(news: ViewNews): void {
    const { viewId } = news
    if (news.callId !== this.#callId) return
    switch (news.type) {
      case 'opening':
        clearTimeout(this.#limit)
        this.#open.add(viewId)
        break
      case 'ready':
        this.#resolve({ type: 'drawn' })
        break
      case 'not-opened':
        this.#close(viewId, toLocalizedText(news.error))
        break
      case 'ended':
        this.#close(viewId, explainEnd(news.reason))
    }
  }

  close(): void {
    clearTimeout(this.#limit)
  }

  #close(viewId: string, reason: LocalizedText | null): void {
    this.#open.delete(viewId)
    this.#failure ??= reason
    if (this.#open.size > 0) return
    // The user may have left the page, and come back.
    if (this.#failure === null) this.#waitForWindow()
    else this.#resolve({ type: 'failed', reason: this.#failure })
  }

  #waitForWindow(): void {
    this.#limit = setTimeout(() => this.#resolve({ type: 'not-shown' }), openLimitMs)
  }
}

function explainEnd(reason: Extract<ViewNews, { type: 'ended' }>['reason']): LocalizedText | null {
  if (reason === null || reason === 'removed') return null
  return say('tests.appEnded', { reason: reason === 'too-large' ? 'large' : reason })
}
