/** A receipt as text: lines for the screen, and the same as Markdown. */
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { describeLedgerKind } from '../../parts/describe-ledger'
import { modelLabel } from '../../parts/model-groups'
import { formatDuration, formatList, formatMoment, formatMoney, formatSize } from '../../ui/base/format'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import type { ModelsView } from '../../../app/contract/settings'
import { amounts, type CalledTool, type ReadItem, type Receipt, type SentItem } from './receipt'

/** `5 kB`, the recipient or sender, and what it was. */
export interface ReceiptLine {
  readonly key: string
  readonly title: string
  readonly note: string
  /** Text from others, unchanged; null: none. */
  readonly quoted: string | null
}

export interface ReceiptPart {
  readonly title: string
  /** Shown if there are no lines. */
  readonly nothing: string
  readonly lines: readonly ReceiptLine[]
}

/** One sentence that sums it up. */
export function formatReceiptTotal(receipt: Receipt): string {
  const servers = new Set(receipt.calls.flatMap(({ server }) => server ?? [])).size
  const sent = amounts(receipt).map(({ recipient, bytes }) =>
    texts.receiptAmount({ size: formatSize(bytes), recipient: plainWithMarks(recipient) })
  )
  const count = receipt.calls.length
  const calls = count === 0 ? texts.receiptNoCalls() : texts.receiptCalls({ calls: count, servers })
  return sent.length === 0 ? calls : texts.receiptSum({ calls, sent: formatList(sent) })
}

/** Model, date, duration, tokens and cost. */
export function listReceiptFacts(receipt: Receipt, models: ModelsView['models']): readonly string[] {
  const { model, at, tookMs, usage, currency } = receipt
  return [
    ...(model === null ? [] : [modelLabel(models, model)]),
    formatMoment(at),
    ...(tookMs === null ? [] : [formatDuration(tookMs)]),
    ...(usage === null
      ? []
      : [
          texts.answerTokensTitle({
            input: usage.inputTokens,
            cached: usage.cacheReadTokens ?? 0,
            output: usage.outputTokens
          })
        ]),
    ...(usage?.cost === undefined ? [] : [formatMoney(usage.cost, currency)])
  ]
}

export function listReceiptParts({ sent, calls, read }: Receipt): readonly ReceiptPart[] {
  return [
    { title: texts.receiptSent(), nothing: texts.receiptSentNothing(), lines: sent.map(sentLine) },
    { title: texts.receiptTools(), nothing: texts.receiptNoTools(), lines: calls.map(callLine) },
    { title: texts.receiptRead(), nothing: texts.receiptReadNothing(), lines: read.map(readLine) }
  ]
}

function sentLine({
  position,
  at,
  recipient,
  kind,
  subject,
  bytes,
  decidedBy,
  excerpt
}: SentItem): ReceiptLine {
  return {
    key: `sent ${position}`,
    title: texts.receiptTo({ kind: describeLedgerKind[kind](), recipient }),
    note: [subject, formatMoment(at), formatSize(bytes), decidedBy].filter((item) => item !== '').join(' · '),
    quoted: excerpt === '' ? null : excerpt
  }
}

function callLine(call: CalledTool): ReceiptLine {
  const { callId, server, tool, state, decidedBy, isEdited, tookMs, resultSize } = call
  const facts = [
    stateWords[state](),
    ...(decidedBy === null ? [] : [texts.receiptYes({ by: decidedBy })]),
    ...(isEdited ? [texts.editedByYou()] : []),
    ...(tookMs === null ? [] : [formatDuration(tookMs)]),
    texts.receiptCameBack({ size: formatSize(resultSize) })
  ]
  return {
    key: `call ${callId}`,
    title: server === null ? tool : texts.receiptTool({ tool, server }),
    note: facts.join(' · '),
    quoted: JSON.stringify(call.arguments)
  }
}

const stateWords: Readonly<Record<CalledTool['state'], () => string>> = {
  preparing: texts.preparing,
  'waiting-for-approval': texts.waitingForApproval,
  running: texts.running,
  done: texts.callDone,
  failed: texts.failed,
  denied: texts.denied,
  cancelled: texts.cancelled
}

function readLine({ type, name, server, size }: ReadItem, index: number): ReceiptLine {
  const from = server === null ? texts.receiptOwnFile() : texts.server({ server })
  return {
    key: `read ${index}`,
    title: name,
    note: [readWords[type](), from, formatSize(size)].join(' · '),
    quoted: null
  }
}

const readWords: Readonly<Record<ReadItem['type'], () => string>> = {
  file: texts.receiptFile,
  resource: texts.receiptResource,
  prompt: texts.receiptPrompt
}

export function asMarkdown(receipt: Receipt, models: ModelsView['models']): string {
  const parts = listReceiptParts(receipt).flatMap(({ title, nothing, lines }) => [
    `## ${title}`,
    lines.length === 0 ? nothing : lines.map(markdownLine).join('\n')
  ])
  const facts = listReceiptFacts(receipt, models).map(plain).join(' · ')
  return `${[`# ${texts.receiptTitle()}`, facts, plain(formatReceiptTotal(receipt)), ...parts].join('\n\n')}\n`
}

function markdownLine({ title, note, quoted }: ReceiptLine): string {
  const text = `- **${plain(title)}** ${plain(note)}`
  return quoted === null ? text : `${text}\n\n${quoted.split(/\r?\n/u).map(indented).join('\n')}\n`
}

/** Text from others never becomes Markdown: signs are removed from names, and quotes become code. */
function plain(text: string): string {
  return plainWithMarks(text)
    .replaceAll(/\s+/gu, ' ')
    .replaceAll(/[\\`*_[\]<>#|]/gu, (sign) => `\\${sign}`)
}

function indented(line: string): string {
  return `      ${plainWithMarks(line)}`
}
