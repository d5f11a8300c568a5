/**
 * Lets a call through that approves something only with a press of the person that fits. What a page says of itself
 * counts for nothing here. @see docs/decisions/0036-answers-only-from-a-person.md
 */
import { HostError } from '../../../app/base/host-error'
import { approvalOf, type Approval } from '../../../app/contract/approval/proofs'
import type { CallInput, CallName } from '../../../app/contract/calls'
import type { Said } from '../../../app/contract/said'
import { say } from '../../../app/texts/said'
import type { Press, Presses } from './presses'
import type { ShownQuestion, ShownQuestions } from './shown-questions'

/** @throws HostError BRIDGE_NO_PERSON; what it was about stays as it is, and may be pressed again. */
export type RequirePerson = <N extends CallName>(name: N, input: CallInput<N>) => void

/** Long enough that a press aimed at something else has come before: that of a double click, that of a typist. */
const guardMs = 500

export function createApproval(presses: Presses, questions: ShownQuestions): RequirePerson {
  return (name, input) => {
    const approval = approvalOf(name, input)
    const questionId = name === 'consent.answer' ? (input as CallInput<'consent.answer'>).questionId : null
    const asked = questionId === null ? null : questions.find(questionId)
    if (approval?.proof === 'present') requirePresence(presses)
    else if (approval !== null && (questionId === null || asked !== null)) {
      const heldSince = questions.heldSince(approval.place)
      takePress({ approval, asked, heldSince, endedAt: questions.lastEndedAt(), recent: presses.recent() })
    }
    if (questionId !== null && asked !== null) questions.expectEnd(questionId)
  }
}

function requirePresence(presses: Presses): void {
  if (!presses.isPresent()) throw noPerson(say('host.approvalUnpressed'))
}

interface Wanted {
  readonly approval: Approval
  readonly asked: ShownQuestion | null
  /** Of the notice that it answers; null: it answers none. */
  readonly heldSince: number | null
  readonly endedAt: number
  readonly recent: readonly Press[]
}

function takePress(wanted: Wanted): void {
  if (wanted.asked?.since === null) throw noPerson(say('host.approvalNotShown'))
  let refusal: Said | null = null
  for (const press of candidates(wanted)) {
    if (isUsedUp(press, wanted)) continue
    const found = whyNot(press, wanted)
    if (found === null) return void press.uses.push(wanted.asked?.question.id ?? '')
    refusal ??= found
  }
  throw noPerson(refusal ?? say('host.approvalUnpressed'))
}

/** The newest first. What the page asks by itself came up by a press, which is no answer to it. */
function candidates({ approval, asked, recent }: Wanted): readonly Press[] {
  if (approval.proof === 'press') return recent
  const activating = recent.filter(({ isActivating }) => isActivating)
  return asked === null ? activating.slice(0, 1) : activating
}

/** One press on `Allow all once` says yes to each of the calls that its area names, and to each of them once. */
function isUsedUp({ uses, places }: Press, { asked, approval }: Wanted): boolean {
  if (uses.length === 0) return false
  if (asked?.question.type !== 'tool-call' || approval.approves !== 'runs') return true
  const { id } = asked.question
  return uses.includes(id) || ![id, ...uses].every((each) => places.includes(each))
}

function whyNot(press: Press, { approval, asked, heldSince, endedAt }: Wanted): Said | null {
  if (approval.proof === 'press') return null
  if (press.isFirstInSight) return say('host.approvalOutOfSight')
  // The area of a press that said yes before was there before the first of its answers.
  const anewAt = press.uses.length > 0 ? -Infinity : endedAt
  const ownAt = heldSince ?? press.previousAt
  const shownAt = asked === null ? ownAt : Math.max(asked.since ?? Infinity, anewAt)
  if (press.beganAt < shownAt + guardMs) return say('host.approvalTooFast')
  const isInPlace = approval.place !== undefined && press.places.includes(approval.place)
  return approval.proof === 'in-place' && !isInPlace ? say('host.approvalElsewhere') : null
}

function noPerson(why: Said): HostError {
  return new HostError('BRIDGE_NO_PERSON', why)
}
