/**
 * Splits a server's stderr into lines. Each line is reported when it arrives; the last ones are kept for the message
 * that explains a failure. Memory is bounded.
 */
import { StringDecoder } from 'node:string_decoder'

const keptLines = 50
const lineLimit = 4_096

export interface ErrorOutput {
  push(chunk: Buffer): void
  /** The stream has ended: also reports a last line without a line end. */
  end(): void
  /** The last 50 lines, oldest first, each of at most 4,096 characters. */
  recent(): string[]
}

export function createErrorOutput(onLine: (line: string) => void): ErrorOutput {
  const decoder = new StringDecoder('utf8')
  const lines: string[] = []
  let open = ''

  const finish = () => {
    const line = open.endsWith('\r') ? open.slice(0, -1) : open
    open = ''
    if (line.trim() === '') return
    lines.push(line)
    if (lines.length > keptLines) lines.shift()
    onLine(line)
  }

  const add = (text: string) => {
    open = (open + text).slice(0, lineLimit)
  }

  const take = (text: string) => {
    const [first = '', ...rest] = text.split('\n')
    add(first)
    for (const next of rest) {
      finish()
      add(next)
    }
  }

  return {
    push: (chunk) => take(decoder.write(chunk)),
    end: () => {
      take(decoder.end())
      finish()
    },
    recent: () => [...lines]
  }
}
