/** Expected failures as exceptions, and their conversion to plain data. */
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
    text: LocalizedText,
    options: { readonly cause?: unknown; readonly data?: Readonly<Record<string, unknown>> } = {}
  ) {
    super(toEnglish(text), { cause: options.cause })
    this.code = code
    this.said = text
    this.data = options.data
  }
}

/** Plain data for any thrown value. A bug becomes INTERNAL without its message, which may contain a secret. */
export function toFailure(error: unknown): Failure {
  if (!(error instanceof HostError)) {
    const text = toLocalizedText(error)
    return { code: 'INTERNAL', message: toEnglish(text), said: text }
  }
  const { code, message, said, data } = error
  return data === undefined ? { code, message, said } : { code, message, said, data }
}

export function toLocalizedText(error: unknown): LocalizedText {
  return error instanceof HostError ? error.said : say('common.bug')
}

/** The exception for a failure from another process. */
export function fromFailure({ code, message, said, data }: Failure): HostError {
  return new HostError(code, said ?? quote(message), data === undefined ? {} : { data })
}
