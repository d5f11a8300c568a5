/**
 * Splits a byte stream into lines in linear time: chunks are kept in a list, only the new chunk is searched, and the
 * parts of a line are joined once. The caller interprets the lines.
 */
import { StringDecoder } from 'node:string_decoder'

const newline = 10
const byteOrderMark = '\uFEFF'
/** Replaces invalid bytes. */
const replacement = '\uFFFD'
/**
 * A longer line is decoded as it arrives, and its bytes are dropped. Joining its bytes first would allocate its size
 * again, and allocation is the main cost of such a line.
 */
const keptBytes = 1_048_576

export interface LineFramer {
  push(chunk: Buffer): void
}

/** `bytes`: the raw bytes; null for a long line. `isMended`: some bytes were invalid, as far as the text shows. */
export interface FramedLine {
  readonly text: string
  readonly bytes: Buffer | null
  readonly isMended: boolean
}

/** The framing of language servers: header lines, an empty line, and the given number of message bytes. */
const lengthHeader = /^content-length:\s*(\d{1,10})\s*$/i
/** `{` and `[`. */
const messageBeginnings: ReadonlySet<number> = new Set([0x7b, 0x5b])
const anyHeader = /^[a-z][a-z-]*:\s/i

/**
 * Calls `onLine` with each line, without its line end and without a byte order mark. A message after a `Content-Length`
 * header counts as a line, its headers don't. A line of more than `limitBytes` calls `onOverflow` once; everything
 * after it is ignored.
 */
export function createLineFramer(options: {
  readonly limitBytes: number
  readonly onLine: (line: FramedLine) => void
  readonly onOverflow: () => void
}): LineFramer {
  const line = createLineBuffer(options)
  const headers = createHeaderReader()
  /** Remaining bytes of the message; null while lines are read. */
  let remaining: number | null = null

  const finish = () => {
    const finished = line.take()
    if (remaining !== null || !headers.takes(finished.text)) options.onLine(finished)
    remaining = headers.announced()
  }

  /** Reads the part of the message that is in the chunk. Returns where the rest begins. */
  const readAnnounced = (chunk: Buffer, start: number, wanted: number): number => {
    // If no message follows, the line was only text about a length, as in the log of an HTTP client.
    if (line.isEmpty() && !messageBeginnings.has(chunk[start] ?? 0)) {
      remaining = null
      return start
    }
    const end = Math.min(start + wanted, chunk.length)
    remaining = wanted - (end - start)
    if (line.keep(chunk.subarray(start, end)) && remaining === 0) finish()
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
        start = remaining === null ? readLine(chunk, start) : readAnnounced(chunk, start, remaining)
    }
  }
}

interface LineBuffer {
  /** False if the line is too long, which was reported. */
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
  /** True if the line is one of the headers, or the empty line after them. */
  takes(text: string): boolean
  /** The length of the message that begins now, once; null if none begins. */
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
  /** `size`: bytes of the whole line. */
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
      // The server may have written this character itself. As a replacement it usually changes the length.
      return { text, bytes: null, isMended: isSuspect && Buffer.byteLength(text) !== size }
    }
  }
}
