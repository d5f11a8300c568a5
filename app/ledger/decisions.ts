/** Who decided about a server's request, by its id, from the decision until the reply is sent. */
import type { Decision } from './interface'

export interface DecisionRecorder {
  note(id: string, decision: Decision): void
  /** Used if nothing else was recorded. */
  take(id: string): Decision
}

const byPerson: Decision = { by: 'person', detail: null }
/** Decisions that never took effect are dropped, oldest first. */
const mostNoted = 1_000

export function createDecisions(): DecisionRecorder {
  const noted = new Map<string, Decision>()
  return {
    note: (id, decision) => {
      noted.set(id, decision)
      const oldest = noted.keys().next()
      if (noted.size > mostNoted && oldest.done !== true) noted.delete(oldest.value)
    },
    take: (id) => {
      const decision = noted.get(id) ?? byPerson
      noted.delete(id)
      return decision
    }
  }
}
