/** Several windows with one host: each press belongs to the window in which the user made it. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { QuestionAnswer, Question, ToolCallQuestion } from '../../../app/contract/questions/questions'
import type { CallInput, CallName } from '../../../app/contract/bridge/calls'
import type { HostError } from '../../../app/base/host-error'
import type { RequirePerson } from './approval'
import { createPresses, type Presses } from './presses'
import { createWindowApprovals, type WindowApproval, type WindowApprovals } from './window-approvals'

interface OpenWindow extends WindowApproval {
  readonly presses: Presses
}

let clock: number
let approvals: WindowApprovals
let first: OpenWindow
let second: OpenWindow

beforeEach(() => {
  clock = 10_000
  approvals = createWindowApprovals(() => clock)
  first = open()
  second = open()
})

function open(): OpenWindow {
  const presses = createPresses({ now: () => clock, isAssisted: () => false })
  return { presses, ...approvals.add(presses) }
}

const pass = (ms: number): void => void (clock += ms)
const trustQuestion = (id: string) => ({ type: 'server-trust', id }) as Question
const callQuestion = (id: string, more: Partial<ToolCallQuestion> = {}) =>
  ({ type: 'tool-call', id, conversationId: 'c', toolName: 'read', note: null, ...more }) as Question

/** The browser process and the preload of this window report it. */
function press({ presses }: OpenWindow, places: readonly string[] = []): void {
  presses.hear('pointer')
  presses.report({ type: 'press', kind: 'pointer', age: 0, isActivating: true, places: [...places] })
}

const yes = {
  trust: { type: 'server-trust', decision: 'trust' },
  once: { type: 'tool-call', decision: 'allow-once' }
} as const satisfies Record<string, QuestionAnswer>

/** The English message of the error; null if the call is allowed. */
function outcome<N extends CallName>(
  { requirePerson }: { readonly requirePerson: RequirePerson },
  name: N,
  input: CallInput<N>
): string | null {
  try {
    requirePerson(name, input)
    return null
  } catch (error) {
    expect(error).toMatchObject({ code: 'BRIDGE_NO_PERSON' })
    return (error as HostError).message
  }
}
const answer = (window: OpenWindow, questionId: string, given: QuestionAnswer) =>
  outcome(window, 'consent.answer', { questionId, answer: given })

const tooFast = /had only just appeared/u
const noPress = /Only you/u
const outOfSight = /window was hidden/u

describe('a press', () => {
  beforeEach(() => {
    approvals.change([trustQuestion('q')])
    pass(500)
  })

  it('SEC-11-4 in one window approves nothing that another one calls, even if it was on the question', () => {
    press(first, ['q'])
    expect(answer(second, 'q', yes.trust)).toMatch(noPress)
    expect(answer(first, 'q', yes.trust)).toBeNull()
  })

  it("SEC-11-4 doesn't count if one window noticed it and another one reports it", () => {
    first.presses.hear('pointer')
    second.presses.report({ type: 'press', kind: 'pointer', age: 0, isActivating: true, places: ['q'] })
    expect(answer(second, 'q', yes.trust)).toMatch(noPress)
    expect(answer(first, 'q', yes.trust)).toMatch(noPress)
  })

  it("doesn't count as presence in another window, nor as a press for that window's own question", () => {
    press(first)
    const prompt = { serverName: 's', name: 'p', arguments: {} }
    expect(outcome(second, 'prompt.get', prompt)).toMatch(noPress)
    expect(outcome(second, 'server.control', { serverName: 's', act: 'start' })).toMatch(noPress)
    expect(outcome(first, 'prompt.get', prompt)).toBeNull()
    expect(outcome(first, 'server.control', { serverName: 's', act: 'start' })).toBeNull()
  })

  it('counts once in each window', () => {
    press(first, ['q'])
    press(second, ['q'])
    expect(answer(second, 'q', yes.trust)).toBeNull()
    expect(answer(second, 'q', yes.trust)).toMatch(noPress)
    expect(answer(first, 'q', yes.trust)).toBeNull()
  })

  it('is discarded with its closed window', () => {
    press(first, ['q'])
    first.end()
    expect(answer(second, 'q', yes.trust)).toMatch(noPress)
  })
})

describe('content of a window', () => {
  it('includes a question that was open before it opened', () => {
    approvals.change([trustQuestion('q')])
    approvals.noteHeld('held')
    pass(60_000)
    const late = open()
    press(late, ['q'])
    expect(answer(late, 'q', yes.trust)).toMatch(tooFast)
    press(late, ['held'])
    expect(outcome(late, 'settings.answer-waiting-change', { id: 'held', isUsed: true })).toMatch(tooFast)
    pass(500)
    press(late, ['q'])
    expect(answer(late, 'q', yes.trust)).toBeNull()
    press(late, ['held'])
    expect(outcome(late, 'settings.answer-waiting-change', { id: 'held', isUsed: true })).toBeNull()
  })

  it('must be read again when its page restarts or the window appears, in this window only', () => {
    approvals.change([trustQuestion('q')])
    pass(500)
    second.drawAnew()
    press(second, ['q'])
    expect(answer(second, 'q', yes.trust)).toMatch(tooFast)
    press(first, ['q'])
    expect(answer(first, 'q', yes.trust)).toBeNull()
  })

  it('restarts the 500 ms when a call that was answered in another window made it move', () => {
    approvals.change([callQuestion('q'), callQuestion('r')])
    pass(500)
    press(first, ['q'])
    expect(answer(first, 'q', yes.once)).toBeNull()
    approvals.change([callQuestion('r')])
    pass(120)
    press(second, ['r'])
    expect(answer(second, 'r', yes.once)).toMatch(tooFast)
    pass(500)
    press(second, ['r'])
    expect(answer(second, 'r', yes.once)).toBeNull()
  })

  it('has no open question that was answered in another window: a second answer needs no press', () => {
    approvals.change([trustQuestion('q'), trustQuestion('r')])
    pass(500)
    press(first, ['q'])
    expect(answer(first, 'q', yes.trust)).toBeNull()
    approvals.change([trustQuestion('r')])
    press(second, ['q'])
    expect(answer(second, 'q', yes.trust)).toBeNull()
    press(second, ['r'])
    expect(answer(second, 'r', yes.trust)).toMatch(tooFast)
  })

  it.each([
    ['is closed', (window: OpenWindow) => window.end()],
    ['moves away', (window: OpenWindow) => window.uncover()]
  ])('ignores the first press after another window, which may have covered it, %s', (_, go) => {
    approvals.change([trustQuestion('q')])
    pass(500)
    go(first)
    press(second, ['q'])
    expect(answer(second, 'q', yes.trust)).toMatch(outOfSight)
    press(second, ['q'])
    expect(answer(second, 'q', yes.trust)).toBeNull()
  })
})

it('lets one press on “Allow all once” allow the calls that were shown in its window', () => {
  approvals.change(['q', 'r'].map((id) => callQuestion(id)))
  pass(500)
  press(first, ['q', 'r'])
  expect(answer(first, 'q', yes.once)).toBeNull()
  expect(answer(second, 'r', yes.once)).toMatch(noPress)
  expect(answer(first, 'r', yes.once)).toBeNull()
})
