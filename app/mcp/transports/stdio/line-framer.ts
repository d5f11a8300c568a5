/**
 * Cuts a byte stream into lines in linear time: chunks are kept in a list, only the new chunk is searched,
 * and the parts of a line are joined once. What a line means is the caller's business.
 */
const newline = 10
const byteOrderMark = '\uFEFF'

export interface LineFramer {
  push(chunk: Buffer): void
}

/**
 * `onLine` gets each line without its line end: as text without a byte order mark, and as the bytes that came.
 * A line of more than `limitBytes` calls `onOverflow` once; everything after it is ignored.
 */
export function createLineFramer(options: {
  readonly limitBytes: number
  readonly onLine: (line: string, bytes: Buffer) => void
  readonly onOverflow: () => void
}): LineFramer {
  let parts: Buffer[] = []
  let size = 0
  let isOver = false

  const keep = (part: Buffer) => {
    size += part.length
    if (size <= options.limitBytes) return void parts.push(part)
    isOver = true
    parts = []
    options.onOverflow()
  }

  const finish = () => {
    const line = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts, size)
    parts = []
    size = 0
    const text = line.toString('utf8')
    options.onLine(text.startsWith(byteOrderMark) ? text.slice(1) : text, line)
  }

  return {
    push: (chunk) => {
      let start = 0
      for (let end = chunk.indexOf(newline); end >= 0 && !isOver; end = chunk.indexOf(newline, start)) {
        keep(chunk.subarray(start, end))
        if (!isOver) finish()
        start = end + 1
      }
      if (!isOver && start < chunk.length) keep(chunk.subarray(start))
    }
  }
}
