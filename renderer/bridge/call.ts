/**
 * Commands out: the typed way to every call of the host. A failed result becomes `CallFailed`, once, here.
 * What a screen does about it is the screen's business.
 */
import type { Bridge } from '../../app/contract/bridge/bridge'
import type { CallInput, CallName, CallOutput } from '../../app/contract/bridge/calls'
import type { Failure, FailureCode } from '../../app/contract/failure'
import { failureText } from '../../app/texts/render-localized'
import { bridge } from '../../app/texts/compiled/window/bridge'

declare global {
  interface Window {
    /** Put there by the preload; the only door to the host. */
    readonly bridge: Bridge
  }
}

/** An expected failure of a call. `message` is a sentence for the person. */
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

/** @throws CallFailed, for BRIDGE_INVALID_INPUT without a word to the host where a key would be lost on the way */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  if (losesKey(input)) throw new CallFailed({ code: 'BRIDGE_INVALID_INPUT', message: bridge.lostKey() })
  const result = await window.bridge.call(name, input)
  if (!result.ok) throw new CallFailed(result.error)
  return result.value
}

/**
 * A key `__proto__` does not get through the bridge: what the person approved would not be what is sent. Without
 * recursion: JSON that somebody pasted may nest as deep as they like.
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

/** The sentence to show for anything that `call` threw. */
export function failureMessage(error: unknown): string {
  return error instanceof CallFailed ? error.message : bridge.windowFailed()
}
