/** Several windows over one host: each press belongs to the window in which the person made it. */
import { beforeEach, describe, expect, it } from 'vitest'
import type { QuestionAnswer, Question, ToolCallQuestion } from '../../../app/contract/consents'
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

/** The browser process and the preload of this window tell of it. */
function press({ presses }: OpenWindow, places: readonly string[] = []): void {
  presses.hear('pointer')
  presses.report({ type: 'press', kind: 'pointer', age: 0, isActivating: true, places: [...places] })
}

const yes = {
  trust: { type: 'server-trust', decision: 'trust' },
  once: { type: 'tool-call', decision: 'allow-once' }
} as const satisfies Record<string, QuestionAnswer>

/** The English of the refusal; null where the call goes through. */
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
const noPress = /Only a person/u
const outOfSight = /window was hidden/u

describe('a press', () => {
  beforeEach(() => {
    approvals.change([trustQuestion('q')])
    pass(500)
  })

  it('SEC-11-4 in one window approves nothing that another one calls, though it was on the question', () => {
    press(first, ['q'])
    expect(answer(second, 'q', yes.trust)).toMatch(noPress)
    expect(answer(first, 'q', yes.trust)).toBeNull()
  })

  it('SEC-11-4 that one window heard and another one reports is none', () => {
    first.presses.hear('pointer')
    second.presses.report({ type: 'press', kind: 'pointer', age: 0, isActivating: true, places: ['q'] })
    expect(answer(second, 'q', yes.trust)).toMatch(noPress)
    expect(answer(first, 'q', yes.trust)).toMatch(noPress)
  })

  it('is no presence in another window, nor a press for what that asks by itself', () => {
    press(first)
    const prompt = { serverName: 's', name: 'p', arguments: {} }
    expect(outcome(second, 'prompt.get', prompt)).toMatch(noPress)
    expect(outcome(second, 'server.start', { serverName: 's' })).toMatch(noPress)
    expect(outcome(first, 'prompt.get', prompt)).toBeNull()
    expect(outcome(first, 'server.start', { serverName: 's' })).toBeNull()
  })

  it('in each window counts there, once', () => {
    press(first, ['q'])
    press(second, ['q'])
    expect(answer(second, 'q', yes.trust)).toBeNull()
    expect(answer(second, 'q', yes.trust)).toMatch(noPress)
    expect(answer(first, 'q', yes.trust)).toBeNull()
  })

  it('in a window that is closed is gone with it', () => {
    press(first, ['q'])
    first.end()
    expect(answer(second, 'q', yes.trust)).toMatch(noPress)
  })
})

describe('what a window shows', () => {
  it('is the question that was there before it opened, from then on', () => {
    approvals.change([trustQuestion('q')])
    approvals.noteHeld('held')
    pass(60_000)
    const late = open()
    press(late, ['q'])
    expect(answer(late, 'q', yes.trust)).toMatch(tooFast)
    press(late, ['held'])
    expect(outcome(late, 'settings.answer-held', { id: 'held', isUsed: true })).toMatch(tooFast)
    pass(500)
    press(late, ['q'])
    expect(answer(late, 'q', yes.trust)).toBeNull()
    press(late, ['held'])
    expect(outcome(late, 'settings.answer-held', { id: 'held', isUsed: true })).toBeNull()
  })

  it('is read anew where its page starts anew or comes on the screen, and there only', () => {
    approvals.change([trustQuestion('q')])
    pass(500)
    second.drawAnew()
    press(second, ['q'])
    expect(answer(second, 'q', yes.trust)).toMatch(tooFast)
    press(first, ['q'])
    expect(answer(first, 'q', yes.trust)).toBeNull()
  })

  it('sleeps where a call that was answered in another window made room for it', () => {
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

  it('that was answered elsewhere is open no more: the answer is left to who knows why', () => {
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
    ['gives way', (window: OpenWindow) => window.uncover()]
  ])('may have lain under another window: the first press after that one %s counts for nothing', (_, go) => {
    approvals.change([trustQuestion('q')])
    pass(500)
    go(first)
    press(second, ['q'])
    expect(answer(second, 'q', yes.trust)).toMatch(outOfSight)
    press(second, ['q'])
    expect(answer(second, 'q', yes.trust)).toBeNull()
  })
})

it('one press on “Allow all once” allows the calls that stood in its window', () => {
  approvals.change(['q', 'r'].map((id) => callQuestion(id)))
  pass(500)
  press(first, ['q', 'r'])
  expect(answer(first, 'q', yes.once)).toBeNull()
  expect(answer(second, 'r', yes.once)).toMatch(noPress)
  expect(answer(first, 'r', yes.once)).toBeNull()
})
