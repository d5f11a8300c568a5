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
  let parts: Buffer[] = []
  let size = 0
  let long: LongLine | null = null
  let isOver = false
  /** Bytes of the message that a header announces. */
  let announced: number | null = null
  /** Of the message that is being read; null: lines are read. */
  let left: number | null = null

  const keep = (part: Buffer) => {
    size += part.length
    if (size > options.limitBytes) {
      isOver = true
      parts = []
      long = null
      return options.onOverflow()
    }
    if (size <= keptBytes) return void parts.push(part)
    long ??= startLongLine(parts)
    parts = []
    long.push(part)
  }

  const finish = () => {
    const line = long === null ? joined(parts, size) : long.end(size)
    parts = []
    size = 0
    long = null
    const text = line.text.startsWith(byteOrderMark) ? line.text.slice(1) : line.text
    if (!isHeader(text)) options.onLine({ ...line, text })
  }

  const isHeader = (text: string): boolean => {
    const [, length] = text.length < 100 ? (lengthHeader.exec(text.trimEnd()) ?? []) : []
    if (length !== undefined) {
      announced = Number(length)
      return true
    }
    if (announced === null || left !== null) return false
    if (text.trim() === '') {
      left = announced > 0 ? announced : null
      announced = null
      return true
    }
    if (anyHeader.test(text)) return true
    announced = null
    return false
  }

  /** As much of the message as is in the chunk; returns where the rest begins. */
  const readAnnounced = (chunk: Buffer, start: number, wanted: number): number => {
    const end = Math.min(start + wanted, chunk.length)
    keep(chunk.subarray(start, end))
    left = wanted - (end - start)
    if (left > 0 || isOver) return end
    finish()
    left = null
    return end
  }

  return {
    push: (chunk) => {
      let start = 0
      while (start < chunk.length && !isOver) {
        if (left !== null) {
          start = readAnnounced(chunk, start, left)
          continue
        }
        const end = chunk.indexOf(newline, start)
        keep(chunk.subarray(start, end < 0 ? chunk.length : end))
        if (end >= 0 && !isOver) finish()
        start = end < 0 ? chunk.length : end + 1
      }
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
