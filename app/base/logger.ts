/**
 * The core's logging interface, with redaction: secrets known to the program and values under telling
 * keys never reach a record. Where records go is the adapter's business.
 */
export type LoggerLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Readonly<Record<string, unknown>>

export interface LogRecord {
  readonly at: number
  readonly level: LoggerLevel
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

/** Values that must never be written to a log; code that resolves a secret adds it. */
export class SecretRegistry {
  readonly #values = new Set<string>()
  #pattern: RegExp | null = null

  /** Very short values would redact ordinary text, so they are ignored. */
  add(value: string): void {
    const lines = value.includes('\n') ? value.split('\n').map((line) => line.trim()) : []
    for (const part of [value, ...lines]) {
      if (part.length < 6) continue
      this.#values.add(part)
      this.#values.add(encodeURIComponent(part.toWellFormed()))
    }
    // The longest first: one may be a prefix of another.
    const ordered = [...this.#values].sort((one, other) => other.length - one.length)
    if (ordered.length > 0) this.#pattern = new RegExp(ordered.map(toPattern).join('|'), 'g')
  }

  redact(text: string): string {
    return this.#pattern === null ? text : text.replace(this.#pattern, '[secret]')
  }

  /** All texts in a value of plain JSON. */
  redactDeep<T>(value: T): T {
    if (typeof value === 'string') return this.redact(value) as T
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item: unknown) => this.redactDeep(item)) as T
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.redactDeep(item)])) as T
  }
}

/** The text itself, its JSON form, and its form in JSON inside JSON. */
function toPattern(text: string): string {
  return text.replace(/\\+|[.*+?^${}()|[\]/"]/g, (found) => {
    if (found.startsWith('\\')) return '\\\\+'
    return found === '"' ? '\\\\*"' : `\\${found}`
  })
}

/** Names of things whose values are secrets. */
export const isSensitiveKey = /auth|api[-_]?key|token|secret|passw|credential|cookie/i

function redactValue(value: unknown, secrets: SecretRegistry, depth: number): unknown {
  if (typeof value === 'string') return secrets.redact(value)
  if (value instanceof Error) return secrets.redact(value.stack ?? String(value))
  if (typeof value !== 'object' || value === null) return value
  if (depth > 4) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => redactValue(item, secrets, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      isSensitiveKey.test(key) && typeof item === 'string'
        ? '[secret]'
        : redactValue(item, secrets, depth + 1)
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
    (level: LoggerLevel) =>
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
