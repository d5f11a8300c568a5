/**
 * Logging with redaction: known secrets and values of sensitive keys never reach a record. The adapter decides where
 * records go.
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
  /** A logger whose records include `scope.name`. */
  in(scope: string): Logger
  debug(message: string, fields?: LogFields): void
  info(message: string, fields?: LogFields): void
  warn(message: string, fields?: LogFields): void
  error(message: string, fields?: LogFields): void
}

/** Values that must never be logged. Code that resolves a secret adds it. */
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
    // Longest first, because one may be a prefix of another.
    const ordered = [...this.#values].sort((one, other) => other.length - one.length)
    if (ordered.length > 0) this.#pattern = new RegExp(ordered.map(toPattern).join('|'), 'g')
  }

  redact(text: string): string {
    return this.#pattern === null ? text : text.replace(this.#pattern, '[secret]')
  }

  /** Secrets themselves, for a registry in another process. */
  get values(): readonly string[] {
    return [...this.#values]
  }

  redactDeep<T>(value: T): T {
    if (typeof value === 'string') return this.redact(value) as T
    if (typeof value !== 'object' || value === null) return value
    if (Array.isArray(value)) return value.map((item: unknown) => this.redactDeep(item)) as T
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.redactDeep(item)])) as T
  }
}

/** As text, as JSON, and as JSON inside JSON. */
function toPattern(text: string): string {
  return text.replace(/\\+|[.*+?^${}()|[\]/"]/g, (found) => {
    if (found.startsWith('\\')) return '\\\\+'
    return found === '"' ? '\\\\*"' : `\\${found}`
  })
}

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

/** Writes redacted records to `write`. `now`: milliseconds since the epoch. */
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

/** Discards everything, for tests and defaults. */
export const silentLogger: Logger = createLogger(() => {}, { secrets: new SecretRegistry(), now: () => 0 })
