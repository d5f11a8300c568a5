/** Pages of text about one thing: an item, a message, a line of the log. Pure. */
import type { LogLine } from '../../../app/contract/bridge/logs'
import type { MessageDetails, MessageRow } from '../../../app/contract/workbench/messages'
import { sizeText } from '../../../app/contract/content/amounts'
import { messages } from '../../../app/texts/compiled/window/messages'
import { terminal as texts } from '../../../app/texts/compiled/window/terminal'
import { toText } from '../../../app/texts/render-localized'
import { shownLanguage } from '../../../app/texts/translated'
import { terminalLine } from '../terminal/terminal-text'
import { describeItem, itemName, paragraphs, theirs } from './describe-item'
import type { Item, TextPage } from './state'

export function itemPage(item: Item): TextPage {
  return { kind: 'text', title: itemName(item), text: describeItem(item), from: 0, next: { item } }
}

export function describeLogLine({ at, level, source, text }: LogLine): string {
  return paragraphs([`${clockTime(at)} ${level} ${source}`, theirs(texts.text(), text)])
}

export function describeMessage(row: MessageRow, details: MessageDetails): string {
  const { direction, tookMs, size, oddity, status, round, id } = row
  const { text, faults, checkedAgainst: revision, http, curl } = details
  const facts = [
    clockTime(row.at),
    direction === 'in' ? messages.fromServer() : messages.toServer(),
    kindWord(row),
    id === null ? null : `id ${id}`,
    tookMs === null ? null : `${Math.round(tookMs)} ms`,
    size === null ? null : sizeText(size, shownLanguage()),
    round === null ? null : messages.round({ number: round }),
    status === null ? null : `HTTP ${status}`
  ].filter((fact) => fact !== null)
  return paragraphs([
    terminalLine(facts.join(' · ')),
    oddity === null ? null : `! ${terminalLine(messages.oddity({ oddity }))}`,
    revision !== null && faults.length === 0 ? messages.fitsSchema({ revision }) : null,
    revision === null || faults.length === 0
      ? null
      : theirs(
          messages.faultsOf({ revision }),
          faults.map(({ pointer, reason }) => `${pointer}: ${toText(reason)}`).join('\n')
        ),
    text === null ? messages.notTold() : theirs('JSON', indented(text)),
    http === null ? null : theirs('HTTP', JSON.stringify(http, null, 2)),
    curl === null ? null : theirs('curl', curl)
  ])
}

export function kindWord({ kind, method }: Pick<MessageRow, 'kind' | 'method'>): string {
  if (kind === 'unreadable') return messages.unreadable()
  const word = { request: '', notification: '', result: messages.result(), error: messages.failure() }[kind]
  return [method ?? '', word].filter((part) => part !== '').join(' ')
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return text // shown unchanged
  }
}

/** Hours, minutes, seconds and milliseconds. */
export function clockTime(at: number): string {
  const time = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  const milliseconds = String(time.getMilliseconds()).padStart(3, '0')
  return `${two(time.getHours())}:${two(time.getMinutes())}:${two(time.getSeconds())}.${milliseconds}`
}
