/**
 * Commands out: the typed way to every call of the host. A failed result becomes `CallFailed`, once, here.
 * What a screen does about it is the screen's business.
 */
import type { Bridge } from '../../app/contract/bridge'
import type { CallInput, CallName, CallOutput } from '../../app/contract/calls'
import type { Failure, FailureCode } from '../../app/contract/failure'

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
    super(failure.message)
    this.code = failure.code
    this.data = failure.data
  }
}

/** @throws CallFailed */
export async function call<N extends CallName>(name: N, input: CallInput<N>): Promise<CallOutput<N>> {
  const result = await window.bridge.call(name, input)
  if (!result.ok) throw new CallFailed(result.error)
  return result.value
}

/** The sentence to show for anything that `call` threw. */
export function failureMessage(error: unknown): string {
  return error instanceof CallFailed
    ? error.message
    : 'Something went wrong in this window. Reload it and try again.'
}
