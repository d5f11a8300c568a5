/**
 * What each answer to a question needs, written out. The product derives all of it from the descriptors: an answer that
 * becomes cheaper there fails here.
 */
import { describe, expect, it } from 'vitest'
import { findRequiredApproval } from '../bridge/calls'
import {
  answer,
  isRepeatable,
  outlivesConnection,
  question,
  findSafeAnswer,
  type QuestionKind
} from './questions'
import { dataSharingExtents } from '../flows'
import type { AnswerRule } from './question-kind'
import { questionKinds } from './question-kinds'

interface Pinned {
  /** `approves/proof`, or null: the answer needs nothing. */
  readonly answers: Readonly<Record<string, string | null>>
  /** The answer that Parley gives when the user can't. */
  readonly safe: string
  readonly outlivesConnection: boolean
  readonly serverRequest: 'repeatable' | 'follow-up' | null
}

type Rules = Readonly<Record<string, AnswerRule>>

const pinned: Readonly<Partial<Record<QuestionKind, Pinned>>> = {
  'server-trust': {
    answers: { trust: 'trusts/in-place', 'keep-stopped': null },
    safe: 'keep-stopped',
    outlivesConnection: true,
    serverRequest: null
  },
  'tool-call': {
    answers: {
      'allow-once': 'runs/seen',
      'allow-conversation': 'permits/in-place',
      'allow-server-conversation': 'permits/in-place',
      'allow-always': 'permits/in-place',
      'allow-read-only': 'permits/in-place',
      deny: null
    },
    safe: 'deny',
    outlivesConnection: false,
    serverRequest: null
  },
  sampling: {
    answers: { approve: 'sends/seen', 'answer-myself': null, decline: null },
    safe: 'decline',
    outlivesConnection: false,
    serverRequest: 'repeatable'
  },
  'sampling-answer': {
    answers: { send: 'sends/seen', discard: null },
    safe: 'discard',
    outlivesConnection: false,
    serverRequest: 'follow-up'
  },
  elicitation: {
    answers: { submit: 'sends/seen', decline: null, cancel: null },
    safe: 'decline',
    outlivesConnection: false,
    serverRequest: 'repeatable'
  },
  link: {
    answers: { open: 'opens/in-place', decline: null, cancel: null },
    safe: 'decline',
    outlivesConnection: false,
    serverRequest: 'repeatable'
  },
  'view-message': {
    answers: { send: 'sends/in-place', decline: null },
    safe: 'decline',
    outlivesConnection: false,
    serverRequest: 'repeatable'
  },
  'view-files': {
    answers: { save: 'permits/in-place', decline: null },
    safe: 'decline',
    outlivesConnection: false,
    serverRequest: 'repeatable'
  },
  'tool-result': {
    answers: { pass: 'sends/seen', refuse: null },
    safe: 'refuse',
    outlivesConnection: true,
    serverRequest: null
  },
  'sign-in': {
    answers: { 'open-browser': 'opens/in-place', cancel: null },
    safe: 'cancel',
    outlivesConnection: true,
    serverRequest: null
  },
  'ask-again': {
    answers: { 'let-ask': 'permits/seen', refuse: null },
    safe: 'refuse',
    outlivesConnection: false,
    serverRequest: 'follow-up'
  },
  destination: {
    answers: { trust: 'trusts/in-place', 'not-now': null },
    safe: 'not-now',
    outlivesConnection: true,
    serverRequest: null
  },
  'server-words': {
    answers: { 'let-through': 'permits/in-place', 'keep-back': null },
    safe: 'keep-back',
    outlivesConnection: false,
    serverRequest: null
  },
  reach: {
    answers: {
      'allow-once': 'permits/in-place',
      'allow-always': 'permits/in-place',
      never: null,
      'not-now': null
    },
    safe: 'not-now',
    outlivesConnection: true,
    serverRequest: 'repeatable'
  },
  'view-hosts': {
    answers: {
      'allow-once': 'permits/in-place',
      'allow-always': 'permits/in-place',
      never: null,
      'not-now': null
    },
    safe: 'not-now',
    outlivesConnection: false,
    serverRequest: null
  },
  'view-permission': {
    answers: {
      'allow-once': 'permits/in-place',
      'allow-always': 'permits/in-place',
      never: null,
      'not-now': null
    },
    safe: 'not-now',
    outlivesConnection: true,
    serverRequest: null
  },
  'written-message': {
    answers: { send: 'sends/in-place', cancel: null },
    safe: 'cancel',
    outlivesConnection: false,
    serverRequest: null
  },
  'test-judges': {
    answers: { send: 'sends/in-place', 'not-now': null },
    safe: 'not-now',
    outlivesConnection: true,
    serverRequest: null
  },
  scripts: {
    answers: { allow: 'permits/seen', deny: null },
    safe: 'deny',
    outlivesConnection: true,
    serverRequest: null
  }
}

/** Answers that come with more than their decision. */
const variants: readonly (readonly [string, object, string | null])[] = [
  [
    'trust is for less',
    { type: 'server-trust', decision: 'trust', left: { withoutVariables: ['A'] } },
    'trusts/in-place'
  ],
  ['a call is edited', { type: 'tool-call', decision: 'allow-once', arguments: { a: 1 } }, 'runs/seen'],
  [
    'a permission has limits',
    { type: 'tool-call', decision: 'allow-always', conditions: [] },
    'permits/in-place'
  ],
  ['context is shared', { type: 'sampling', decision: 'approve', sharesContext: true }, 'sends/seen'],
  ['the answer of a model is edited', { type: 'sampling-answer', decision: 'send', text: 'a' }, 'sends/seen'],
  [
    'a doubtful form is filled in',
    { type: 'elicitation', decision: 'submit', content: {}, acceptsDoubt: true },
    'sends/seen'
  ],
  ['a declined form has content', { type: 'elicitation', decision: 'decline', content: {} }, null],
  ['a result is edited', { type: 'tool-result', decision: 'pass', texts: ['a'] }, 'sends/seen'],
  [
    'a place is chosen',
    { type: 'sign-in', decision: 'open-browser', issuer: 'https://a.test', acceptsDoubt: true },
    'opens/in-place'
  ]
]

const everyAnswer = Object.entries(pinned).flatMap(([type, { answers }]) =>
  Object.entries(answers).map(([decision, needs]) => [type, decision, needs] as const)
)

/** `approves/proof` of an answer, which must be for its own question. */
function readProof(given: object): string | null {
  const approval = findRequiredApproval('consent.answer', { questionId: 'q1', answer: answer.parse(given) })
  if (approval === null) return null
  expect(approval.place).toBe('q1')
  return `${approval.approves}/${approval.proof}`
}

describe('the proof of an answer', () => {
  it.each(everyAnswer)('of %s, %s: is the one that is written here', (type, decision, needs) => {
    expect(readProof({ type, decision })).toBe(needs)
  })

  it.each(Object.entries(pinned['tool-call']?.answers ?? {}))(
    'of a tool call, %s: is for its own place when it lets text of other servers go further',
    (decision, needs) => {
      for (const flow of dataSharingExtents)
        expect(readProof({ type: 'tool-call', decision, flow })).toBe(needs && 'permits/in-place')
    }
  )

  it.each(variants)('stays the same when %s', (_what, given, needs) => {
    expect(readProof(given)).toBe(needs)
  })
})

const kinds = Object.keys(questionKinds) as QuestionKind[]

it.each(kinds.filter((kind) => pinned[kind] === undefined))(
  '%s, which is not written here, needs the strictest proof for each answer but the safe one',
  (type) => {
    for (const [decision, rule] of Object.entries<AnswerRule>(questionKinds[type].answers))
      if (rule !== 'safe') expect(readProof({ type, decision })).toMatch(/\/in-place$/)
  }
)

describe.each(Object.entries(pinned))('%s', (type, { answers, safe, ...rules }) => {
  const kind = type as QuestionKind

  it('has the answers that are written here', () => {
    const options = answer.options.filter(({ shape }) => shape.type.value === kind)
    expect(options.flatMap(({ shape }) => shape.decision.options)).toEqual(Object.keys(answers))
    expect(question.options.filter(({ shape }) => shape.type.value === kind)).toHaveLength(1)
  })

  it('has one safe answer, which needs no proof', () => {
    const isSafe = (decision: string) => (questionKinds[kind].answers as Rules)[decision] === 'safe'
    expect(Object.keys(answers).filter(isSafe)).toEqual([safe])
    expect(findSafeAnswer(kind)).toEqual({ type, decision: safe })
    expect(readProof(findSafeAnswer(kind))).toBeNull()
  })

  it('outlives the connection, and repeats, as is written here', () => {
    expect(outlivesConnection({ type: kind })).toBe(rules.outlivesConnection)
    expect(questionKinds[kind].serverRequest).toBe(rules.serverRequest)
    expect(isRepeatable(kind)).toBe(rules.serverRequest === 'repeatable')
  })
})

it('lets a server that asks again want nothing but what it can repeat', () => {
  expect(questionKinds['ask-again'].question.shape.wants.options).toEqual(kinds.filter(isRepeatable))
})
