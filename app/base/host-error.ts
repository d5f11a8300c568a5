/** Expected failures of the core as exceptions, and their conversion to plain data. */
import type { Failure, FailureCode } from '../contract/failure'
import type { LocalizedText } from '../contract/localized-text'
import { quote, say, toEnglish } from '../texts/render-localized'

/** An expected failure. `said` is the text for the user, `message` the same in English. Bugs are plain `Error`s. */
export class HostError extends Error {
  override readonly name = 'HostError'
  readonly code: FailureCode
  readonly said: LocalizedText
  readonly data: Readonly<Record<string, unknown>> | undefined

  constructor(
    code: FailureCode,
    said: LocalizedText,
    options: { readonly cause?: unknown; readonly data?: Readonly<Record<string, unknown>> } = {}
  ) {
    super(toEnglish(said), { cause: options.cause })
    this.code = code
    this.said = said
    this.data = options.data
  }
}

/** Plain data of any thrown value. A bug becomes INTERNAL without its message: it may hold a secret. */
export function toFailure(error: unknown): Failure {
  if (!(error instanceof HostError)) {
    const said = toLocalizedText(error)
    return { code: 'INTERNAL', message: toEnglish(said), said }
  }
  const { code, message, said, data } = error
  return data === undefined ? { code, message, said } : { code, message, said, data }
}

/** The text for the user, for any thrown value. */
export function toLocalizedText(error: unknown): LocalizedText {
  return error instanceof HostError ? error.said : say('common.bug')
}

/** The exception of a failure that crossed a process line. */
export function fromFailure({ code, message, said, data }: Failure): HostError {
  return new HostError(code, said ?? quote(message), data === undefined ? {} : { data })
}
