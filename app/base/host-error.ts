/** Expected failures of the core as exceptions, and their way back to plain data. */
import type { Failure, FailureCode } from '../contract/failure'

/** An expected failure. `message` is a sentence for the person. Bugs are plain `Error`s. */
export class HostError extends Error {
  override readonly name = 'HostError'
  readonly code: FailureCode
  readonly data: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: FailureCode,
    message: string,
    options: { readonly cause?: unknown; readonly data?: Readonly<Record<string, unknown>> } = {}
  ) {
    super(message, { cause: options.cause })
    this.code = code
    this.data = options.data
  }
}

/** Plain data of any thrown value. A bug becomes INTERNAL without its message: it may hold a secret. */
export function toFailure(error: unknown): Failure {
  if (error instanceof HostError) {
    return error.data === undefined
      ? { code: error.code, message: error.message }
      : { code: error.code, message: error.message, data: error.data }
  }
  return { code: 'INTERNAL', message: 'Something went wrong inside Parley. The host log has the details.' }
}

/** The exception of a failure that crossed a process line. */
export function fromFailure(failure: Failure): HostError {
  return new HostError(
    failure.code,
    failure.message,
    failure.data === undefined ? {} : { data: failure.data }
  )
}
