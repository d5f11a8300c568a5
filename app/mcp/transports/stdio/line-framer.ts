/**
 * Cuts a byte stream into lines in linear time: chunks are kept in a list, only the new chunk is searched,
 * and the parts of a line are joined once. What a line means is the caller's business.
 */
import { StringDecoder } from 'node:string_decoder'

const newline = 10
const byteOrderMark = '\uFEFF'
/** What is read in the place of bytes that are no text. */
const replacement = '\uFFFD'
/**
 * Of a longer line no bytes are kept: they become text as they come. To join them first takes as much memory anew as the
 * line has, and new memory is what such a line costs most.
 */
const keptBytes = 1_048_576

export interface LineFramer {
  push(chunk: Buffer): void
}

/** `bytes`: as they came; null for a long line. `isMended`: some of them were no text, as far as it can be told without them. */
export interface FramedLine {
  readonly text: string
  readonly bytes: Buffer | null
  readonly isMended: boolean
}

/** The framing of editors: lines of headers, an empty line, and as many bytes of a message. */
const lengthHeader = /^content-length:\s*(\d{1,10})\s*$/i
/** `{` and `[`. */
const messageBeginnings: ReadonlySet<number> = new Set([0x7b, 0x5b])
const anyHeader = /^[a-z][a-z-]*:\s/i

/**
 * `onLine` gets each line without its line end and without a byte order mark. A message behind a `Content-Length` header
 * counts as a line, and its headers as none.
 * A line of more than `limitBytes` calls `onOverflow` once; everything after it is ignored.
 */
export function createLineFramer(options: {
  readonly limitBytes: number
  readonly onLine: (line: FramedLine) => void
  readonly onOverflow: () => void
}): LineFramer {
  const line = createLineBuffer(options)
  const headers = createHeaderReader()
  /** Bytes of the message that is being read; null: lines are read. */
  let left: number | null = null

  const finish = () => {
    const finished = line.take()
    if (left !== null || !headers.takes(finished.text)) options.onLine(finished)
    left = headers.announced()
  }

  /** As much of the message as is in the chunk; returns where the rest begins. */
  const readAnnounced = (chunk: Buffer, start: number, wanted: number): number => {
    // What begins like no message was words about a length, as in the log of an HTTP client.
    if (line.isEmpty() && !messageBeginnings.has(chunk[start] ?? 0)) {
      left = null
      return start
    }
    const end = Math.min(start + wanted, chunk.length)
    left = wanted - (end - start)
    if (line.keep(chunk.subarray(start, end)) && left === 0) finish()
    return end
  }

  const readLine = (chunk: Buffer, start: number): number => {
    const end = chunk.indexOf(newline, start)
    const isKept = line.keep(chunk.subarray(start, end < 0 ? chunk.length : end))
    if (end >= 0 && isKept) finish()
    return end < 0 ? chunk.length : end + 1
  }

  return {
    push: (chunk) => {
      for (let start = 0; start < chunk.length && !line.isOver();)
        start = left === null ? readLine(chunk, start) : readAnnounced(chunk, start, left)
    }
  }
}

interface LineBuffer {
  /** False: the line is too long, which was told. */
  keep(part: Buffer): boolean
  take(): FramedLine
  isEmpty(): boolean
  isOver(): boolean
}

function createLineBuffer(options: {
  readonly limitBytes: number
  readonly onOverflow: () => void
}): LineBuffer {
  let parts: Buffer[] = []
  let size = 0
  let long: LongLine | null = null
  let isOver = false
  const reset = () => {
    parts = []
    size = 0
    long = null
  }
  return {
    keep: (part) => {
      size += part.length
      if (size > options.limitBytes) {
        isOver = true
        reset()
        options.onOverflow()
        return false
      }
      if (size <= keptBytes) {
        parts.push(part)
        return true
      }
      long ??= startLongLine(parts)
      parts = []
      long.push(part)
      return true
    },
    take: () => {
      const line = long === null ? joined(parts, size) : long.end(size)
      reset()
      return { ...line, text: line.text.startsWith(byteOrderMark) ? line.text.slice(1) : line.text }
    },
    isEmpty: () => size === 0,
    isOver: () => isOver
  }
}

interface HeaderReader {
  /** Whether the line is one of the headers, or the empty line behind them. */
  takes(text: string): boolean
  /** The length of the message that begins now, once; null where none does. */
  announced(): number | null
}

function createHeaderReader(): HeaderReader {
  let length: number | null = null
  let isDone = false
  return {
    takes: (text) => {
      const [, bytes] = text.length < 100 ? (lengthHeader.exec(text.trimEnd()) ?? []) : []
      if (bytes !== undefined) length = Number(bytes)
      else if (length === null) return false
      else if (text.trim() === '') isDone = true
      else if (!anyHeader.test(text)) {
        length = null
        return false
      }
      return true
    },
    announced: () => {
      if (!isDone) return null
      const announced = length
      length = null
      isDone = false
      return announced === 0 ? null : announced
    }
  }
}

function joined(parts: readonly Buffer[], size: number): FramedLine {
  const bytes = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, size)
  return { text: bytes.toString('utf8'), bytes, isMended: false }
}

interface LongLine {
  push(part: Buffer): void
  /** `size`: of all that was pushed, in bytes. */
  end(size: number): FramedLine
}

function startLongLine(parts: readonly Buffer[]): LongLine {
  const decoder = new StringDecoder('utf8')
  let text = ''
  let isSuspect = false
  const add = (more: string) => {
    text += more
    isSuspect ||= more.includes(replacement)
  }
  for (const part of parts) add(decoder.write(part))
  return {
    push: (part) => add(decoder.write(part)),
    end: (size) => {
      add(decoder.end())
      // The server may have written that sign itself; in the place of others it mostly has another length.
      return { text, bytes: null, isMended: isSuspect && Buffer.byteLength(text) !== size }
    }
  }
}
