/**
 * Finds messages that are not one line each: JSON printed over several lines, a message after a progress bar or a
 * prompt on the same line, color codes around it. All other lines pass unchanged and are logged.
 *
 * @spec 2025-11-25 basic/transports#stdio
 */
import type { FramedLine } from './line-framer'

export interface MultiLineMessagesOptions {
  /** Characters of a message over several lines. */
  readonly limit: number
  readonly onLine: (line: FramedLine) => void
}

export interface MultiLineMessages {
  push(line: FramedLine): void
  /** An unfinished message is no message. */
  end(): void
}

/** Escape sequences of a terminal: colors, cursor movement, titles. */
// oxlint-disable-next-line no-control-regex
const terminalCodes = /\u001b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[@-Z\\-_])/g
const messageStart = /\{\s*"(?:jsonrpc|id|method|result|error)"\s*:/
/** Longer lines are not searched. */
const searchLimit = 65_536

export function createMultiLineMessages({ limit, onLine }: MultiLineMessagesOptions): MultiLineMessages {
  let open: OpenMessage | null = null

  const giveUp = () => {
    const lines = open?.lines ?? []
    open = null
    for (const line of lines) onLine(line)
  }
  const take = (line: FramedLine) => {
    if (looksWhole(line.text)) return onLine(line)
    const cleaned = clean(line.text)
    if (cleaned !== null) return onLine({ ...line, text: cleaned, bytes: null })
    open = begin(line)
    if (open === null) onLine(line)
  }
  return {
    push: (line) => {
      if (open === null) return take(line)
      // A whole message in the middle of another one: the other one was no message.
      if (beginsMessage(line.text)) {
        giveUp()
        return take(line)
      }
      open.add(line)
      if (open.length > limit || open.depth < 0) return giveUp()
      if (open.depth > 0) return
      const text = open.lines.map((each) => each.text).join('\n')
      if (!isWhole(text)) return giveUp()
      open = null
      onLine({ text, bytes: null, isMended: false })
    },
    end: giveUp
  }
}

/** Not parsed here, because a message may be large and is parsed later. */
function looksWhole(text: string): boolean {
  const trimmed = text.trim()
  return /^[{[]/.test(trimmed) && /[}\]]$/.test(trimmed.slice(-1)) && trimmed.length > 1
}

function isWhole(text: string): boolean {
  if (!looksWhole(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function beginsMessage(text: string): boolean {
  return text.trimStart().startsWith('{"jsonrpc"') && isWhole(text)
}

/** The message in a line with other text before or around it; null if there is none. */
function clean(text: string): string | null {
  if (text.length > searchLimit) return null
  const plain = text.replaceAll(terminalCodes, '').trim()
  const start = messageStart.exec(plain)?.index ?? -1
  const message = start < 0 ? '' : plain.slice(start)
  return isWhole(message) ? message : null
}

function begin(line: FramedLine): OpenMessage | null {
  const text = line.text.trim()
  // As programs print JSON: only the brace, or with the first member after it.
  if (!/^(\{|\[\s*\{?)$/.test(text) && !/^\{\s*"[^"]*"\s*:.*[,[{]$/.test(text)) return null
  const message = new OpenMessage()
  message.add(line)
  return message.depth > 0 ? message : null
}

/** A message with braces that are still open. */
class OpenMessage {
  readonly lines: FramedLine[] = []
  /** In characters. */
  length = 0
  depth = 0

  add(line: FramedLine): void {
    this.lines.push(line)
    this.length += line.text.length + 1
    this.depth += depthOf(line.text)
  }
}

/** A JSON string ends on the line on which it begins. */
function depthOf(line: string): number {
  let depth = 0
  let isText = false
  for (let at = 0; at < line.length; at += 1) {
    const character = line[at]
    if (isText && character === '\\') at += 1
    else if (character === '"') isText = !isText
    else if (!isText && (character === '{' || character === '[')) depth += 1
    else if (!isText && (character === '}' || character === ']')) depth -= 1
  }
  return depth
}
