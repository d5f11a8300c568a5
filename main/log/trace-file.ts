/**
 * The trace of development builds: every message to and from servers as a line of JSON, in the file that PARLEY_TRACE
 * names.
 */
import { appendFileSync } from 'node:fs'
import type { TracedMessage } from '../../app/mcp/interface'

export function createTraceWriter(file: string): (message: TracedMessage) => void {
  return (message) => appendFileSync(file, `${toLine(message)}\n`)
}

/** A shortened message has its size instead. */
function toLine({ connectionId, direction, text, size }: TracedMessage): string {
  const head = JSON.stringify({ connectionId, direction, size }).slice(0, -1)
  return text === null ? `${head}}` : `${head},"message":${text}}`
}
