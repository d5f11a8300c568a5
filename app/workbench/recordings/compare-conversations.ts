/** Two runs of one conversation, step by step. */
import type { ReplayStep } from '../../contract/workbench/replays'
import { toKey } from './match-request'
import type { RecordingEntry } from './recording'

export interface ConversationStep {
  /** Of the message of the user, from 1. */
  readonly turn: number
  readonly kind: ReplayStep['kind']
  /** The server and tool of a call or result. */
  readonly name: string
  readonly text: string
}

/** What models and servers did, without times and ids. */
export function listSteps(entries: readonly RecordingEntry[]): ConversationStep[] {
  let turn = 0
  const names = new Map<string, string>()
  return entries.flatMap((entry): ConversationStep[] => {
    if (entry.type === 'turn') turn += 1
    if (entry.type === 'reply') {
      const calls = entry.calls.map(({ callId, server, tool, arguments: args }) => {
        const name = `${server} ${tool}`
        names.set(callId, name)
        return { turn, kind: 'call', name, text: toKey(args) } as const
      })
      const text = entry.text.trim()
      return text === '' ? calls : [{ turn, kind: 'text', name: '', text }, ...calls]
    }
    if (entry.type !== 'result') return []
    const text = entry.answer === null ? '' : toKey(entry.answer)
    return [{ turn, kind: 'result', name: names.get(entry.callId) ?? entry.server, text }]
  })
}

/** Steps of one turn and kind are compared in their order. */
export function compareConversations(
  before: readonly RecordingEntry[],
  after: readonly RecordingEntry[]
): ReplayStep[] {
  const [old, now] = [listSteps(before), listSteps(after)]
  const turns = Math.max(0, ...[...old, ...now].map(({ turn }) => turn))
  return Array.from({ length: turns }, (_, index) => index + 1).flatMap((turn) => {
    const [left, right] = [old, now].map((steps) => steps.filter((step) => step.turn === turn))
    return compareTurn(left ?? [], right ?? [])
  })
}

function compareTurn(before: readonly ConversationStep[], after: readonly ConversationStep[]): ReplayStep[] {
  const unmatched = [...after]
  const compared = before.map((step): ReplayStep => {
    const same = unmatched.findIndex(
      (one) => one.kind === step.kind && one.name === step.name && one.text === step.text
    )
    const alike = unmatched.findIndex((one) => one.kind === step.kind && one.name === step.name)
    const [found] = same === -1 && alike === -1 ? [] : unmatched.splice(same === -1 ? alike : same, 1)
    const { turn, kind, name, text } = step
    return { turn, kind, name, before: text, after: found?.text ?? null, isSame: found?.text === text }
  })
  const added = unmatched.map(({ turn, kind, name, text }): ReplayStep => {
    return { turn, kind, name, before: null, after: text, isSame: false }
  })
  return [...compared, ...added]
}
