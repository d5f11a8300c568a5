/**
 * Who decided what, from the decision until it is carried out, by id of a call or of a server's request. The returned
 * `Approvals` behaves the same for its users.
 */
import type { Approvals } from '../consent/interface'
import type { Decision } from './interface'

export interface DecisionRecorder {
  note(id: string, decision: Decision): void
  /** The user, when nothing else was recorded. */
  take(id: string): Decision
}

const byPerson: Decision = { by: 'person', detail: null }
/** Decisions whose act never came are forgotten, the oldest first. */
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

/** Only `decideToolCall` needs this: everything else is approved by the user. */
export function noteDecisions<G extends Approvals>(gate: G, decisions: DecisionRecorder): G {
  return {
    ...gate,
    decideToolCall: async (request, signal) => {
      const decision = await gate.decideToolCall(request, signal)
      if (decision.type === 'allowed' && decision.by === 'grant') {
        decisions.note(request.callId, { by: 'grant', detail: decision.grantId ?? null })
      }
      return decision
    }
  }
}
