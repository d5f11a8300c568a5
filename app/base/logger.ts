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

/** Marks the end of text that was cut. */
const cut = '…'
/** Fewer characters of a secret say too little to be hidden. */
const headLength = 4

/** Values that must never be logged. Code that resolves a secret adds it. */
export class SecretRegistry {
  readonly #values = new Set<string>()
  /** Their first characters. */
  readonly #heads = new Set<string>()
  #longest = 0
  #pattern: RegExp | null = null

  /** Very short values would redact ordinary text, so they are ignored. */
  add(value: string): void {
    const lines = value.includes('\n') ? value.split('\n').map((line) => line.trim()) : []
    for (const part of [value, ...lines]) {
      if (part.length < 6) continue
      this.#values.add(part)
      this.#values.add(encodeURIComponent(part.toWellFormed()))
    }
    for (const known of this.#values) {
      this.#heads.add(known.slice(0, headLength))
      this.#longest = Math.max(this.#longest, known.length)
    }
    // Longest first, because one may be a prefix of another.
    const ordered = [...this.#values].sort((one, other) => other.length - one.length)
    if (ordered.length > 0) this.#pattern = new RegExp(ordered.map(toPattern).join('|'), 'g')
  }

  redact(text: string): string {
    if (this.#pattern === null) return text
    const parts = text.replace(this.#pattern, '[secret]').split(cut)
    return parts.map((part, at) => (at < parts.length - 1 ? this.#withoutBeginning(part) : part)).join(cut)
  }

  /** Text is often cut before it comes here. Then a part of a secret can be at its end. */
  #withoutBeginning(text: string): string {
    for (let at = Math.max(0, text.length - this.#longest); at <= text.length - headLength; at += 1) {
      if (!this.#heads.has(text.slice(at, at + headLength))) continue
      const rest = text.slice(at)
      if ([...this.#values].some((value) => value.startsWith(rest))) return `${text.slice(0, at)}[secret]`
    }
    return text
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
