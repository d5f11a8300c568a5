/**
 * Allows a call that approves something only with a matching press of the user. What a page says about itself doesn't
 * count. @see docs/decisions/0036-approval-needs-a-real-press.md
 */
import { HostError } from '../../../app/base/host-error'
import { mayBeAllowedTogether } from '../../../app/contract/questions/calls-together'
import type { Approval } from '../../../app/contract/approval/approval'
import { mayBeTrustedTogether } from '../../../app/contract/questions/trusted-together'
import { type CallInput, type CallName, findRequiredApproval } from '../../../app/contract/bridge/calls'
import type { LocalizedText } from '../../../app/contract/localized-text'
import { say } from '../../../app/texts/render-localized'
import type { Press, Presses } from './presses'
import type { ShownQuestion, QuestionDisplay } from './shown-questions'

/** @throws HostError BRIDGE_NO_PERSON; nothing changes, and the user may press again. */
export type RequirePerson = <N extends CallName>(name: N, input: CallInput<N>) => void

/**
 * Milliseconds. Long enough that a press aimed at something else has come before: the second of a double click, or a
 * typed key.
 */
const guardMs = 500

export function createApproval(presses: Presses, questions: QuestionDisplay): RequirePerson {
  return (name, input) => {
    const approval = findRequiredApproval(name, input)
    const questionId = name === 'consent.answer' ? (input as CallInput<'consent.answer'>).questionId : null
    const asked = questionId === null ? null : questions.find(questionId)
    if (approval?.proof === 'present') requirePresence(presses)
    else if (approval !== null && (questionId === null || asked !== null)) {
      takePress({ approval, asked, questions, presses })
    }
    if (questionId !== null && asked !== null) questions.expectEnd(questionId)
  }
}

function requirePresence(presses: Presses): void {
  if (!presses.isPresent()) throw noPerson(unpressed(presses))
}

interface Wanted {
  readonly approval: Approval
  readonly asked: ShownQuestion | null
  readonly questions: QuestionDisplay
  readonly presses: Presses
}

function takePress(wanted: Wanted): void {
  const { asked, presses } = wanted
  if (asked?.since === null) throw noPerson(say('host.approvalNotShown'))
  let refusal: LocalizedText | null = null
  for (const press of candidates(wanted)) {
    if (isUsedUp(press, wanted)) continue
    const found = whyNot(press, wanted)
    if (found === null) return use(press, wanted)
    refusal ??= found
  }
  throw noPerson(refusal ?? unpressed(presses))
}

/** Newest first. What the page asks on its own appeared through a press, which doesn't answer it. */
function candidates({ approval, asked, presses }: Wanted): readonly Press[] {
  const recent = presses.recent()
  if (approval.proof === 'press') return recent
  const activating = recent.filter(({ isActivating }) => isActivating)
  return asked === null ? activating.slice(0, 1) : activating
}

/**
 * One press approves one thing. On `Allow all once` it approves the calls that it was about, and on `Trust … and start`
 * the servers: each of them once.
 */
function isUsedUp({ covers }: Press, { asked, approval }: Wanted): boolean {
  if (covers === null) return false
  const isOfSeveral = approval.approves === 'runs' || approval.approves === 'trusts'
  return !isOfSeveral || !covers.includes(asked?.question.id ?? '')
}

function use(press: Press, wanted: Wanted): void {
  const together = press.covers ?? [...allowedBy(press, wanted), ...trustedBy(press, wanted)]
  press.covers = together.filter((id) => id !== wanted.asked?.question.id)
}

/**
 * The calls that were shown with it when it was pressed, if it was on a button that names each of them and none needs a
 * separate review. The page says what the button names; the host decides which calls belong together.
 */
function allowedBy({ beganAt, places }: Press, { asked, approval, questions }: Wanted): readonly string[] {
  if (asked === null || approval.approves !== 'runs') return []
  const group = questions
    .besides(asked.question.id)
    .flatMap(({ question, since }) =>
      question.type === 'tool-call' && since !== null && since <= beganAt ? question : []
    )
  const ids = group.map(({ id }) => id)
  return mayBeAllowedTogether(group) && ids.every((id) => places.includes(id)) ? ids : []
}

/**
 * The servers that it named, of those that were shown when it was pressed and need no separate review. Everything that
 * Parley knows of each was on screen. The page says which of them the press named.
 */
function trustedBy({ beganAt, places }: Press, { asked, questions }: Wanted): readonly string[] {
  if (asked?.question.type !== 'server-trust') return []
  const group = questions
    .besides(asked.question.id)
    .flatMap(({ question, since }) =>
      question.type === 'server-trust' && since !== null && since + guardMs <= beganAt ? question : []
    )
  const named = group.filter(({ id }) => places.includes(id))
  return named.every(mayBeTrustedTogether) ? named.map(({ id }) => id) : []
}

function whyNot(press: Press, wanted: Wanted): LocalizedText | null {
  const { approval, asked, questions } = wanted
  if (approval.proof === 'press') return null
  if (press.isFirstInSight) return say('host.approvalOutOfSight')
  // The calls that it is about were shown before the first of them was allowed.
  const anewAt = press.covers === null ? questions.lastEndedAt() : -Infinity
  const ownAt = questions.heldSince(approval.place) ?? cameUpAt(press, wanted)
  const shownAt = asked === null ? ownAt : Math.max(asked.since ?? Infinity, anewAt)
  if (press.beganAt < shownAt + guardMs) return say('host.approvalTooFast')
  const isInPlace = approval.place !== undefined && press.places.includes(approval.place)
  return approval.proof === 'in-place' && !isInPlace ? say('host.approvalElsewhere') : null
}

/**
 * The earliest time at which the page's own question appeared: the previous press. Presses in its own area, such as an
 * impatient user's on a disabled button, came after that.
 */
function cameUpAt(press: Press, { approval: { place }, presses }: Wanted): number {
  const recent = presses.recent()
  const before = recent
    .slice(recent.indexOf(press) + 1)
    .filter(({ isActivating, places }) => isActivating && (place === undefined || !places.includes(place)))
  return before[0]?.beganAt ?? -Infinity
}

function unpressed(presses: Presses): LocalizedText {
  return presses.isAssistanceUnknown() ? say('host.approvalUnassisted') : say('host.approvalUnpressed')
}

function noPerson(why: LocalizedText): HostError {
  return new HostError('BRIDGE_NO_PERSON', why)
}
