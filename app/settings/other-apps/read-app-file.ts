/** Reads a file of another app: limited in size, never written, and never waited for. */
import { constants } from 'node:fs'
import { open, stat, type FileHandle } from 'node:fs/promises'
import { isRemotePath } from '../../base/remote-path'
import type { JsonValue } from '../../contract/json'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { isBreakage, parseDocument, toJsonValue } from '../document/json-document'
import type { FileFormat } from './app-files'

/** Claude Code keeps more than settings in its file. The parsers of the two others are slower. */
const limits: Readonly<Record<FileFormat, number>> = {
  json: 16 * 1_048_576,
  yaml: 1_048_576,
  toml: 1_048_576
}
/** Beyond that, comments and trailing commas aren't supported: every value would get a position in the text. */
const longestWithComments = 2 * 1_048_576

export type AppFileReading =
  | { readonly type: 'missing' }
  | { readonly type: 'unusable'; readonly problem: LocalizedText }
  | { readonly type: 'read'; readonly value: JsonValue }

export async function readAppFile(
  place: { readonly path: string; readonly format: FileFormat },
  platform: NodeJS.Platform
): Promise<AppFileReading> {
  if (isRemotePath(place.path, platform)) return { type: 'missing' }
  const text = await readBounded(place.path, limits[place.format])
  if (text === null) return { type: 'missing' }
  if (typeof text !== 'string') return { type: 'unusable', problem: text.problem }
  const value = await parsers[place.format](text)
  return isProblem(value)
    ? { type: 'unusable', problem: value.problem }
    : { type: 'read', value: value.value }
}

export async function isThere(place: string): Promise<boolean> {
  return (await stat(place).catch(() => null)) !== null
}

type Parsed = { readonly value: JsonValue } | { readonly problem: LocalizedText }

function isProblem(parsed: Parsed): parsed is { readonly problem: LocalizedText } {
  return 'problem' in parsed
}

/** null: there is none. A pipe or a device isn't a file, and reading it could wait forever. */
async function readBounded(
  file: string,
  limit: number
): Promise<string | { readonly problem: LocalizedText } | null> {
  try {
    const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    try {
      const found = await handle.stat()
      if (!found.isFile()) return { problem: say('settings.otherNoFile') }
      if (found.size > limit) return tooLarge(limit)
      const bytes = await readUpTo(handle, found.size + 1)
      if (bytes.length > found.size) return { problem: say('settings.otherBeingWritten') }
      return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    } finally {
      await handle.close()
    }
  } catch (error) {
    if (error instanceof TypeError) return { problem: say('settings.otherNotText') }
    const code = (error as NodeJS.ErrnoException).code ?? ''
    if (code === 'ENOENT' || code === 'ENOTDIR') return null
    return { problem: say('settings.otherUnreadable', { reason: code }) }
  }
}

async function readUpTo(handle: FileHandle, limit: number): Promise<Buffer> {
  const buffer = Buffer.alloc(limit)
  let filled = 0
  while (filled < limit) {
    const { bytesRead } = await handle.read(buffer, filled, limit - filled, filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}

function tooLarge(limit: number): { readonly problem: LocalizedText } {
  return { problem: say('settings.otherTooLarge', { megabytes: limit / 1_048_576 }) }
}

/** Reports the position without text of the file, which may contain keys. */
const parsers: Readonly<Record<FileFormat, (text: string) => Parsed | Promise<Parsed>>> = {
  json: (text) => {
    try {
      return { value: JSON.parse(text) as JsonValue }
    } catch {
      if (text.length > longestWithComments) return { problem: say('settings.otherBrokenLarge') }
      const document = parseDocument(text)
      return isBreakage(document) ? { problem: document.message } : { value: toJsonValue(document.root) }
    }
  },
  yaml: async (text) => {
    const { LineCounter, parseDocument: parseYaml } = await import('yaml')
    const lineCounter = new LineCounter()
    const document = parseYaml(text, { lineCounter, prettyErrors: false, logLevel: 'silent' })
    const [error] = document.errors
    if (error !== undefined) {
      const { line, col } = lineCounter.linePos(error.pos[0])
      return { problem: brokenAt('YAML', line, col) }
    }
    try {
      return { value: plain(document.toJS({ maxAliasCount: 100 })) }
    } catch {
      return { problem: brokenAt('YAML', 1, 1) }
    }
  },
  toml: async (text) => {
    const { parse, TomlError } = await import('smol-toml')
    try {
      return { value: plain(parse(text)) }
    } catch (error) {
      if (error instanceof TomlError) return { problem: brokenAt('TOML', error.line, error.column) }
      return { problem: brokenAt('TOML', 1, 1) }
    }
  }
}

function brokenAt(format: string, line: number, column: number): LocalizedText {
  return say('settings.otherBroken', { format, line: `${line}`, column: `${column}` })
}

/** Dates, large numbers and the like become JSON values. */
function plain(value: unknown): JsonValue {
  const text = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? Number(inner) : inner
  ) as string | undefined
  return text === undefined ? null : (JSON.parse(text) as JsonValue)
}
