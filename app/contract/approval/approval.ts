/** What a call of the window approves, and the proof that the user gave the approval. */

/**
 * - `present`: the user pressed a key or a pointer in the window within the last minutes. Other approvals may use it, too.
 * - `press`: a key or a pointer was pressed in the window a moment ago, and that press has approved nothing yet.
 * - `seen`: also, the press began half a second after its question appeared, while the window was visible.
 * - `in-place`: also, the press was made in the area of its question.
 */
export type Proof = 'present' | 'press' | 'seen' | 'in-place'

export type Approves = 'runs' | 'sends' | 'opens' | 'permits' | 'trusts' | 'reveals' | 'weakens' | 'destroys'

export interface Approval {
  readonly approves: Approves
  readonly proof: Proof
  /** The question that it answers, by the mark that the page gives the area of it. */
  readonly place?: string
}

export function needs(approves: Approves, proof: Proof): Approval {
  return { approves, proof }
}
