/** Compares two sessions step by step, by method and arguments. */
import { diffArrays } from 'diff'
import { sortKeys } from '../../base/sort-keys'
import type { JsonObject } from '../../contract/json'
import type { SessionStep } from '../../contract/workbench/differences'
import { compareConversations } from '../recordings/compare-conversations'
import { findExchanges, toFields, type Exchange } from '../recordings/exchanges'
import { toKey } from '../recordings/match-request'
import type { Recording } from '../recordings/recording'
import { isDefinitionMethod } from './definitions'

const mostDifferent = 500
/** Of one step. */
const shownCharacters = 50_000
/** With more, steps are compared in their order. */
const mostEdits = 2_000

/** How often clients send them depends on the time or the client. */
const incidental: ReadonlySet<string> = new Set([
  'ping',
  'tasks/get',
  'tasks/result',
  'logging/setLevel',
  'subscriptions/listen',
  'resources/subscribe',
  'resources/unsubscribe'
])

export interface ComparedSessions {
  readonly steps: SessionStep[]
  readonly leftOut: number
}

/** null: one of them has no steps. */
export function compareSessions(before: Recording, after: Recording): ComparedSessions | null {
  const areConversations = before.header.of === 'conversation' && after.header.of === 'conversation'
  const steps = areConversations ? compareTurns(before, after) : compareExchanges(before, after)
  if (steps === null) return null
  let different = 0
  const shown = steps.filter(({ isSame }) => isSame || (different += 1) <= mostDifferent)
  return { steps: shown, leftOut: steps.length - shown.length }
}

function compareTurns(before: Recording, after: Recording): SessionStep[] {
  return compareConversations(before.entries, after.entries).map((step) => {
    const text = (each: string | null) => (each === null || step.isSame ? null : cut(indent(step.kind, each)))
    return { ...step, before: text(step.before), after: text(step.after) }
  })
}

function compareExchanges(before: Recording, after: Recording): SessionStep[] | null {
  const [old, now] = [before, after].map(listSteps)
  if (old === undefined || now === undefined || old.length === 0 || now.length === 0) return null
  return align(old, now).map(([one, other]) => {
    const isSame = one !== null && other !== null && one.key === other.key && one.answer === other.answer
    const text = (step: Step | null) => (step === null || isSame ? null : cut(step.text))
    const name = (one ?? other)?.name ?? ''
    return { turn: null, kind: 'request', name, before: text(one), after: text(other), isSame }
  })
}

interface Step {
  readonly name: string
  /** The method and the parameters. */
  readonly key: string
  readonly answer: string
  readonly text: string
}

type StepPair = readonly [Step | null, Step | null]

/** All servers of a recording, one after the other. */
function listSteps(recording: Recording): readonly Step[] {
  return recording.header.servers.flatMap(({ name }) =>
    findExchanges(recording, name).flatMap((exchange) => {
      const { id, method } = exchange
      const isStep = id !== null && !isDefinitionMethod(method) && !incidental.has(method)
      return isStep ? [toStep(exchange)] : []
    })
  )
}

function toStep({ method, params, answer }: Exchange): Step {
  const { name = params['uri'] ?? '', _meta, ...others } = params
  const { result, error } = answer ?? {}
  const answered = error === undefined ? toFields(result) : toFields(error)
  return {
    name: `${method} ${typeof name === 'string' ? name : ''}`.trim(),
    key: `${method} ${toKey(params)}`,
    answer: answer === null ? '' : `${error === undefined} ${toKey(answered)}`,
    text: JSON.stringify(sortKeys({ ...others, ...answerOf(answer) }), null, 2)
  }
}

function answerOf(answer: JsonObject | null): JsonObject {
  const { result, error } = answer ?? {}
  if (error !== undefined) return { error }
  const { _meta, ...shown } = toFields(result)
  return answer === null ? {} : { result: shown }
}

/** Steps with the same request, then neighbors with the same method and tool. */
function align(before: readonly Step[], after: readonly Step[]): readonly StepPair[] {
  const keys = (steps: readonly Step[]) => steps.map(({ key }) => key)
  const parts = diffArrays(keys(before), keys(after), { maxEditLength: mostEdits })
  const pairs: StepPair[] = []
  let [at, other] = [0, 0]
  let unpaired: Step[] = []
  const flush = () => {
    pairs.push(...unpaired.map((step) => [step, null] as const))
    unpaired = []
  }
  for (const { added, removed, count } of parts ?? [
    { added: false, removed: true, count: before.length },
    { added: true, removed: false, count: after.length }
  ]) {
    if (removed) {
      unpaired = before.slice(at, at + count)
      at += count
      continue
    }
    for (const step of after.slice(other, other + count)) {
      const place = added ? unpaired.findIndex(({ name }) => name === step.name) : -1
      if (!added) {
        flush()
        pairs.push([before[at] ?? null, step])
        at += 1
      } else if (place === -1) pairs.push([null, step])
      else {
        const [found = null] = unpaired.splice(place, 1)
        pairs.push([found, step])
      }
    }
    other += count
    flush()
  }
  flush()
  return pairs
}

function indent(kind: SessionStep['kind'], text: string): string {
  return kind === 'text' || text === '' ? text : JSON.stringify(JSON.parse(text), null, 2)
}

function cut(text: string): string {
  return text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text
}
