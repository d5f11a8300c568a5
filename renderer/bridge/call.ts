/** Typed calls to the host. A failed result becomes a `CallFailed`. The screen decides how to show it. */
import type { Bridge } from '../../app/contract/bridge/bridge'
import type { CallInput, CallName, CallOutput } from '../../app/contract/bridge/calls'
import type { ServerPart, ServerParts } from '../../app/contract/bridge/server-parts'
import type { Failure, FailureCode } from '../../app/contract/failure'
import { failureText } from '../../app/texts/localized'
import { flushEvents } from './join-events'
import { loadLateTexts } from './late-texts'
import { bridge } from '../../app/texts/compiled/window/bridge'

declare global {
  interface Window {
    /** Set by the preload. The only connection to the host. */
    readonly bridge: Bridge
  }
}

/** An expected failure of a call. `message` is a sentence for the user. */
export class CallFailed extends Error {
  override readonly name = 'CallFailed'
  readonly code: FailureCode
  readonly data: Readonly<Record<string, unknown>> | undefined

  constructor(failure: Failure) {
    super(failureText(failure))
    this.code = failure.code
    this.data = failure.data
  }
}

/** @throws CallFailed with BRIDGE_INVALID_INPUT, without calling the host, if a key would be lost in transit */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  if (losesKey(input)) throw new CallFailed({ code: 'BRIDGE_INVALID_INPUT', message: bridge.lostKey() })
  const result = await window.bridge.call(name, input)
  // The result may be about what they say.
  flushEvents()
  if (result.ok) return result.value
  // Without texts, a failure shows its code and values.
  await loadLateTexts().catch(() => {})
  throw new CallFailed(result.error)
}

/** One part of a server. @throws CallFailed */
export async function readServer<P extends ServerPart>(serverName: string, what: P): Promise<ServerParts[P]> {
  return (await call('server.read', { serverName, what })) as ServerParts[P] // the host's handler has this type
}

/**
 * The bridge drops a key `__proto__`, so the host would get something other than what the user approved. Not
 * recursive, because pasted JSON may be nested to any depth.
 */
function losesKey(input: unknown): boolean {
  const waiting = [input]
  while (waiting.length > 0) {
    const value = waiting.pop()
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) return true
    for (const inner of Object.values(value)) waiting.push(inner)
  }
  return false
}

/** The sentence to show for any error that `call` threw. */
export function failureMessage(error: unknown): string {
  return error instanceof CallFailed ? error.message : bridge.windowFailed()
}
