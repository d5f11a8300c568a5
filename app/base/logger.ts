/**
 * The core's logging interface, with redaction: secrets known to the program and values under telling
 * keys never reach a record. Where records go is the adapter's business.
 */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Readonly<Record<string, unknown>>

export interface LogRecord {
  readonly at: number
  readonly level: LogLevel
  readonly scope: string
  readonly message: string
  readonly fields: LogFields
}

export interface Logger {
  /** A logger whose records carry `scope.name`. */
  in(scope: string): Logger
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

/** Values that must not be written anywhere; filled by whoever resolves a secret. */
export class SecretRegistry {
  readonly #values = new Set<string>()

  /** Very short values would redact ordinary words, so they are not taken. */
  add(value: string): void {
    if (value.length >= 6) this.#values.add(value)
  }

  redact(text: string): string {
    let clean = text
    for (const value of this.#values) clean = clean.replaceAll(value, '[secret]')
    return clean
  }
}

const tellingKey = /authorization|api[-_]?key|token|secret|password|cookie/i

function redactValue(value: unknown, secrets: SecretRegistry, depth: number): unknown {
  if (typeof value === 'string') return secrets.redact(value)
  if (value instanceof Error) return secrets.redact(value.stack ?? String(value))
  if (typeof value !== 'object' || value === null) return value
  if (depth > 4) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      tellingKey.test(key) && typeof item === 'string' ? '[secret]' : redactValue(item, secrets, depth + 1)
    ])
  )
}

/** A logger that writes redacted records to `write`. `now` in milliseconds since the epoch. */
export function createLogger(
  write: (record: LogRecord) => void,
  options: { readonly secrets: SecretRegistry; readonly now: () => number; readonly scope?: string }
): Logger {
  const scope = options.scope ?? ''
  const log =
    (level: LogLevel) =>
    (message: string, fields: LogFields = {}) =>
      write({
        at: options.now(),
        level,
        scope,
        message: options.secrets.redact(message),
        fields: redactValue(fields, options.secrets, 0) as LogFields
      })
  return {
    in: (name) => createLogger(write, { ...options, scope: scope === '' ? name : `${scope}.${name}` }),
    debug: log('debug'),
    info: log('info'),
    warn: log('warn'),
    error: log('error')
  }
}

/** A logger that forgets everything, for tests and defaults. */
export const silentLogger: Logger = createLogger(() => {}, { secrets: new SecretRegistry(), now: () => 0 })
