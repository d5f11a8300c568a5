/**
 * The second kind of redirect from the browser, for installed apps: addresses of the app's own URL scheme, which the
 * system passes to the app. Any program and any page may open such an address, so only a matching `state` makes it
 * valid, as on the listener.
 *
 * @spec RFC 8252#section-7.1
 */
import { canParseUrl } from '../../base/can-parse-url'
import { createEmitter } from '../../base/emitter'
import { readCallback, unrelatedCallback } from './callback-listener'
import type { Callback, CallbackListener } from './callback-listener'

/** Links from the system. */
export interface AppLinks {
  /** Null: the scheme isn't registered for Parley on this computer. */
  readonly scheme: string | null
  onLink(listener: (url: string) => void): () => void
}

const longestUrl = 16_384

/** Null when the system passes no links. */
export function openAppLinkListener(links: AppLinks, state: string): CallbackListener | null {
  if (links.scheme === null) return null
  const redirectUri = `${links.scheme}://callback`
  const arrived = createEmitter<Callback | Error>()
  const off = links.onLink((url) => {
    if (url.length > longestUrl || !canParseUrl(url)) return
    const { href, search, searchParams } = new URL(url)
    // Verbatim: no user, no port, no path, no fragment.
    if (href !== redirectUri + search) return
    const outcome = readCallback(searchParams, state)
    if (outcome.type === 'right') arrived.emit(outcome.callback)
    if (outcome.type === 'senseless') arrived.emit(unrelatedCallback())
  })
  return {
    redirectUri,
    port: 0,
    close: off,
    wait: (signal) =>
      new Promise<Callback>((resolve, reject) => {
        const stop = () => reject(signal.reason as Error)
        if (signal.aborted) return stop()
        signal.addEventListener('abort', stop, { once: true })
        arrived.on((answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
      }).finally(off)
  }
}
