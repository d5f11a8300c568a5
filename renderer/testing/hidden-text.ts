/** Sample data with hidden characters in every text, and a search for unmarked ones on the page. */
import { expect } from 'vitest'
import { findHidden } from '../../app/contract/content/hidden-text'

/** A direction override, then invisible characters. */
const hidden = '\u202e\u200b'

/** Texts with these names are codes, addresses or data: Parley's own, or checked earlier. */
const codes = new Set(
  ['type', 'id', 'kind', 'state', 'role', 'scope', 'effect', 'transport', 'usedTransport', 'mimeType', 'data']
    .concat([
      'requestId',
      'callId',
      'conversationId',
      'messageId',
      'questionId',
      'requestedBy',
      'model',
      'format'
    ])
    .concat(['taskSupport', 'keySource', 'severity', 'code', 'theme', 'language', 'platform', 'stopReason'])
    .concat([
      'includeContext',
      'toolChoice',
      'recipientType',
      'decidedBy',
      'mode',
      'logLevel',
      'source',
      'level'
    ])
    .concat([
      'providerName',
      'defaultModel',
      'capabilities',
      'currency',
      'models.currency',
      'required',
      'decision',
      'src',
      'blob'
    ])
)

/** The same data with hidden characters at the end of each text that may come from outside. */
export function withHidden<T>(value: T): T {
  if (typeof value === 'string') return `${value}${hidden}` as T
  if (Array.isArray(value)) return value.map((item: unknown) => withHidden(item)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]: [string, unknown]) => [
      key,
      codes.has(key) && !isRecord(inner) ? inner : withHidden(inner)
    ])
  ) as T
}

function isRecord(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

const spoken = [
  'aria-label',
  'aria-description',
  'aria-valuetext',
  'title',
  'alt',
  'placeholder',
  'data-tooltip'
]

/** Fails if the page's text or accessible names contain an unmarked hidden character. */
export function expectAllMarked(): void {
  const found: string[] = []
  const check = (where: string, text: string | null) => {
    if (text !== null && findHidden(text).length > 0) found.push(`${where}: ${JSON.stringify(text)}`)
  }
  for (const element of document.body.querySelectorAll('*')) {
    for (const name of spoken) check(`${element.tagName} ${name}`, element.getAttribute(name))
    // Text that the user edits stays unchanged.
    if (element.tagName === 'TEXTAREA') continue
    for (const child of element.childNodes)
      if (child.nodeType === Node.TEXT_NODE)
        check(`${element.tagName} ${element.className}`, child.textContent)
  }
  expect(found).toEqual([])
  expect(document.body.textContent).toContain('U+202E')
}
