/**
 * Which of the open questions may be on screen, and since when: one at a time, the calls of one conversation, or all
 * servers that wait for trust.
 */
import type { Question } from '../../../app/contract/questions/questions'

export interface ShownQuestion {
  readonly question: Question
  /** The earliest time at which it was drawn; null: another question is shown first. */
  readonly since: number | null
}

export interface QuestionDisplay {
  change(questions: readonly Question[]): void
  /** A restarted page draws all of them again. */
  drawAnew(): void
  /** An answer to it was accepted. */
  expectEnd(questionId: string): void
  /** null: it isn't open. */
  find(questionId: string): ShownQuestion | null
  /** All questions that are shown together with it, including itself. */
  besides(questionId: string): readonly ShownQuestion[]
  /** The waiting changes of the settings file; null: there are none. They are shown next to the questions. */
  noteHeld(id: string | null): void
  /** The earliest time at which the notice of these changes was drawn; null: it isn't shown. */
  heldSince(id: string | undefined): number | null
  /** When the last answered question disappeared and the next took its position. */
  lastEndedAt(): number
}

export function createQuestionDisplay(now: () => number): QuestionDisplay {
  let open: readonly Question[] = []
  let since = new Map<string, number>()
  let endedAt = -Infinity
  let held: { readonly id: string; readonly since: number } | null = null
  const ending = new Set<string>()

  return {
    change: (questions) => {
      open = questions
      since = new Map(shownOf(questions).map(({ id }) => [id, since.get(id) ?? now()]))
      for (const id of ending) {
        if (questions.some((question) => question.id === id)) continue
        ending.delete(id)
        endedAt = now()
      }
    },
    drawAnew: () => {
      for (const id of since.keys()) since.set(id, now())
      if (held !== null) held = { ...held, since: now() }
    },
    expectEnd: (questionId) => void ending.add(questionId),
    find: (questionId) => {
      const question = open.find(({ id }) => id === questionId)
      return question === undefined ? null : { question, since: since.get(questionId) ?? null }
    },
    besides: (questionId) => {
      const together = shownOf(open)
      if (!together.some(({ id }) => id === questionId)) return []
      return together.map((question) => ({ question, since: since.get(question.id) ?? null }))
    },
    noteHeld: (id) => {
      if (id !== held?.id) held = id === null ? null : { id, since: now() }
    },
    heldSince: (id) => (held !== null && held.id === id ? held.since : null),
    lastEndedAt: () => endedAt
  }
}

/** As `renderer/consent/consent-layer.tsx` shows them. */
function shownOf(questions: readonly Question[]): readonly Question[] {
  const [first] = questions
  if (first?.type === 'server-trust') return questions.filter(({ type }) => type === 'server-trust')
  if (first?.type !== 'tool-call') return questions.slice(0, 1)
  const { conversationId } = first
  return questions.filter(
    (question) => question.type === 'tool-call' && question.conversationId === conversationId
  )
}
