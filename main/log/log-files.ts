/**
 * The log files: `host.log` as JSON lines, `servers/<name>.log` as plain lines, each rotated at 5 MB, with five old
 * ones kept. The core's logger decides what a record may contain.
 */
import path from 'node:path'
import { createStream, type RotatingFileStream } from 'rotating-file-stream'
import type { LogRecord, SecretRegistry } from '../../app/base/logger'
import { logRotation } from '../../app/contract/limits'
import type { ServerLogLine } from '../../app/contract/servers'
import { createServerFileNames } from '../../app/base/server-file-names'

export interface LogFiles {
  readonly writeHost: (record: LogRecord) => void
  readonly writeServer: (serverName: string, line: ServerLogLine) => void
  /** Resolves when all lines are written. */
  close(): Promise<void>
}

/** `folder` is created with the first line. */
export function createLogFiles(folder: string, secrets: SecretRegistry): LogFiles {
  const streams = new Map<string, RotatingFileStream>()
  const nameServerFile = createServerFileNames('.log')
  const write = (file: string, line: string): void => {
    const stream = streams.get(file) ?? openStream(path.join(folder, file))
    streams.set(file, stream)
    stream.write(`${line}\n`)
  }
  return {
    writeHost: (record) => write('host.log', formatRecord(record)),
    writeServer: (serverName, line) => {
      const text = secrets.redact(line.text)
      write(path.join('servers', nameServerFile(serverName)), formatServerLine({ ...line, text }))
    },
    close: async () => {
      const closing = [...streams.values()].map(
        (stream) => new Promise<void>((done) => stream.end(() => done()))
      )
      streams.clear()
      await Promise.all(closing)
    }
  }
}

export function formatRecord({ at, level, scope, message, fields }: LogRecord): string {
  return escapeJsonLine(
    JSON.stringify({ time: new Date(at).toISOString(), level, scope, message, ...nest(fields) })
  )
}

/** `2026-11-21T15:25:00.000Z stderr error the text` */
export function formatServerLine({ at, source, level, text }: ServerLogLine): string {
  return `${new Date(at).toISOString()} ${source} ${level} ${escapeLine(text)}`
}

function nest(fields: LogRecord['fields']): { fields?: LogRecord['fields'] } {
  return Object.keys(fields).length === 0 ? {} : { fields }
}

function openStream(file: string): RotatingFileStream {
  const stream = createStream(path.basename(file), {
    path: path.dirname(file),
    size: `${logRotation.megabytes}M`,
    rotate: logRotation.older,
    mode: 0o600
  })
  // A full disk must not end Parley, and there is no other place to report it.
  stream.on('error', () => {})
  return stream
}

// Control characters, line separators, and marks that change the direction of the following text.
const acting = /[\p{Cc}\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu

/**
 * Untrusted text on one line: it can't start a new line or affect a terminal. Control characters become `\n`, `\t` or
 * `\u001b`. A backslash is doubled, so that no escape can be forged.
 */
function escapeLine(text: string): string {
  return text.replaceAll('\\', '\\\\').replace(acting, escapeCharacter)
}

/** The same for JSON: characters that JSON doesn't escape become `\uXXXX`. */
function escapeJsonLine(json: string): string {
  return json.replace(acting, toUnicodeEscape)
}

const short: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

function escapeCharacter(character: string): string {
  return short[character] ?? toUnicodeEscape(character)
}

function toUnicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}
