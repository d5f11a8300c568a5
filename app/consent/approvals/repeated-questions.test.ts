import { beforeEach, describe, expect, it } from 'vitest'
import type { QuestionAnswer, Question } from '../../contract/questions/questions'
import { question as questionSchema } from '../../contract/questions/questions'
import type { ElicitationDecision, Stopped } from '../interface'
import { createForgetfulApprovals } from '../../testing/forgetful-approvals'
import type { ApprovalsControl } from './approvals'

let gate: ApprovalsControl
let now: number
let stops: Stopped[]

beforeEach(() => {
  now = 1_000_000
  stops = []
  gate = createForgetfulApprovals({ now: () => now })
  gate.onStopped((stopped) => stops.push(stopped))
})

const seconds = (count: number) => (now += count * 1_000)
const origin = { serverName: 's', conversationId: 'c', callId: 'call' as string | null, toolName: 'ask' }

interface From {
  readonly callId?: string | null
  readonly serverName?: string
  readonly isFromView?: true
  readonly signal?: AbortSignal
}

function ask({ signal = new AbortController().signal, ...from }: From = {}): Promise<ElicitationDecision> {
  const asked = { message: 'Your name?', requestedSchema: {}, refusal: null, doubt: null }
  return gate.ask.elicitation({ ...origin, ...from, ...asked }, signal)
}

const shown = () => gate.questions().map(({ type }) => type)
const first = () => gate.questions()[0] as Question
const say = (answer: QuestionAnswer) => gate.answer(first().id, answer)
const decline: QuestionAnswer = { type: 'elicitation', decision: 'decline' }
const letAsk: QuestionAnswer = { type: 'ask-again', decision: 'let-ask' }
const refuse: QuestionAnswer = { type: 'ask-again', decision: 'refuse' }

/** A question that the user declines. */
async function askAndDecline(from: From = {}): Promise<void> {
  const decision = ask(from)
  expect(shown()).toEqual(['elicitation'])
  await say(decline)
  await decision
}

async function twice(from: From = {}): Promise<void> {
  await askAndDecline(from)
  await askAndDecline(from)
}

/** Lets all code run that waits for a settled promise. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('the third question of a server within a minute', () => {
  it('is preceded by one that says which server wants to ask what, and how often it asked', async () => {
    await twice()
    const third = ask()
    expect(first()).toMatchObject({
      type: 'ask-again',
      serverName: 's',
      toolName: 'ask',
      callId: 'call',
      wants: 'elicitation',
      askedCount: 2
    })
    expect(first()).not.toHaveProperty('message')
    expect(questionSchema.parse(first())).toEqual(first())
    await say(letAsk)
    await settled()
    expect(shown()).toEqual(['elicitation'])
    await say(decline)
    expect(await third).toEqual({ type: 'declined' })
  })

  it('names the tool round and the occasion', async () => {
    await twice()
    const exchange = { id: 'k/exchange-1', occasion: { kind: 'resource', name: 'memo://a' } } as const
    const asked = { message: '', requestedSchema: {}, refusal: null, doubt: null }
    void gate.ask.elicitation({ ...origin, round: 2, exchange, ...asked }, new AbortController().signal)
    expect(first()).toMatchObject({ type: 'ask-again', round: 2, exchange })
    expect(questionSchema.parse(first())).toEqual(first())
  })

  it('counts every kind of question and every answer', async () => {
    const link = { ...origin, message: '', url: 'https://a.example/', host: 'a.example', warnings: [] }
    const opened = gate.ask.link(link, new AbortController().signal)
    await say({ type: 'link', decision: 'open' })
    await opened
    await askAndDecline()
    void gate.ask.link(link, new AbortController().signal)
    expect(first()).toMatchObject({ type: 'ask-again', wants: 'link' })
  })

  it('is preceded by another such question after two more when the user continued', async () => {
    await twice()
    void ask()
    await say(letAsk)
    await settled()
    await say(decline)
    await askAndDecline()
    void ask()
    expect(first()).toMatchObject({ type: 'ask-again', askedCount: 4 })
  })

  it('needs no such question when the first is more than a minute old', async () => {
    await askAndDecline()
    seconds(59)
    await askAndDecline()
    seconds(1)
    await askAndDecline()
    seconds(58)
    void ask()
    expect(shown()).toEqual(['ask-again'])
  })

  it('is counted separately for each server', async () => {
    await twice()
    await askAndDecline({ serverName: 'other' })
  })

  it('is counted from zero when the user sends a message or allows a call', async () => {
    await twice()
    gate.userBegan(null)
    await twice()
    gate.userBegan('other')
    void ask()
    expect(shown()).toEqual(['ask-again'])
    await say(letAsk)
    await settled()
    await say(decline)
    await askAndDecline()
    const call = gate.decideToolCall(
      {
        conversationId: 'c',
        callId: 'call-2',
        turnId: 'turn',
        serverName: 's',
        toolName: 'ask',
        toolTitle: null,
        toolDescription: '',
        arguments: {},
        inputSchema: {},
        requestedBy: 'direct',
        readFrom: [],
        annotations: {},
        definitionHash: 'h'
      },
      new AbortController().signal
    )
    await say({ type: 'tool-call', decision: 'allow-once' })
    await call
    await twice()
  })

  it('waits behind one question with all later ones, which is withdrawn with the last of them', async () => {
    const ends = [new AbortController(), new AbortController()] as const
    await twice()
    const waiting = [ask({ signal: ends[0].signal }), ask({ signal: ends[1].signal }), ask()]
    expect(shown()).toEqual(['ask-again'])
    ends[0].abort()
    expect(await waiting[0]).toEqual({ type: 'withdrawn' })
    expect(shown()).toEqual(['ask-again'])
    await say(letAsk)
    await settled()
    expect(shown()).toEqual(['elicitation', 'elicitation'])
    ends[1].abort()
    await say(decline)
    await Promise.all(waiting)
    const last = new AbortController()
    const gone = ask({ signal: last.signal })
    expect(shown()).toEqual(['ask-again'])
    last.abort()
    expect(await gone).toEqual({ type: 'withdrawn' })
    await settled()
    expect(shown()).toEqual([])
  })

  it('is withdrawn with its server, and nothing is asked again', async () => {
    await twice()
    const third = ask()
    gate.withdrawOfServer('s')
    expect(await third).toEqual({ type: 'withdrawn' })
    expect(shown()).toEqual([])
  })
})

describe('refusing for one minute', () => {
  it('refuses all waiting and new requests, reports only the first, and then permits questions again', async () => {
    await twice()
    const waiting = [ask(), ask()]
    await say(refuse)
    expect(await Promise.all(waiting)).toEqual([
      { type: 'refused', stopped: 'questions', isNews: true },
      { type: 'refused', stopped: 'questions', isNews: false }
    ])
    expect(stops).toMatchObject([{ what: 'questions', origin: { serverName: 's', callId: 'call' } }])
    seconds(59)
    gate.userBegan(null)
    expect(await ask({ callId: 'another' })).toMatchObject({ type: 'refused' })
    await askAndDecline({ serverName: 'other' })
    seconds(1)
    await askAndDecline()
  })

  it("keeps the server's open question", async () => {
    await askAndDecline()
    const second = ask()
    const third = ask()
    const [, askAgain] = gate.questions()
    await gate.answer(askAgain?.id ?? '', refuse)
    expect(await third).toMatchObject({ type: 'refused' })
    expect(shown()).toEqual(['elicitation'])
    await say(decline)
    expect(await second).toEqual({ type: 'declined' })
  })
})

describe('stopping from a question', () => {
  it('refuses what is open of the call, its later requests, and requests without a call', async () => {
    const open = [ask(), ask({ callId: null })]
    const other = ask({ callId: 'other' })
    gate.stop(first().id, 'call')
    expect(await Promise.all(open)).toEqual([
      { type: 'refused', stopped: 'call', isNews: true },
      { type: 'refused', stopped: 'call', isNews: false }
    ])
    expect(stops).toMatchObject([{ what: 'call', origin: { serverName: 's', callId: 'call' } }])
    expect(await ask()).toMatchObject({ type: 'refused' })
    expect(await ask({ callId: null })).toMatchObject({ type: 'refused' })
    expect(gate.refusalOf(origin)).toMatchObject({ stopped: 'call' })
    expect(shown()).toEqual(['ask-again'])
    await say(letAsk)
    await settled()
    await say(decline)
    expect(await other).toEqual({ type: 'declined' })
  })

  it('keeps a call stopped, but permits requests without a call once the user uses the server', async () => {
    void ask()
    gate.stop(first().id, 'call')
    gate.userBegan(null)
    expect(await ask({ callId: null })).toMatchObject({ type: 'refused' })
    gate.userBegan('s')
    expect(await ask()).toMatchObject({ type: 'refused' })
    await askAndDecline({ callId: null })
  })

  it('stops a resource read without a call in the same way', async () => {
    const exchange = { id: 'k/exchange-1', occasion: { kind: 'resource', name: 'memo://a' } } as const
    const asked = { message: '', requestedSchema: {}, refusal: null, doubt: null }
    const reading = { ...origin, callId: null, conversationId: null, toolName: null, exchange, ...asked }
    const decide = () => gate.ask.elicitation(reading, new AbortController().signal)
    const decision = decide()
    gate.stop(first().id, 'call')
    expect(await decision).toMatchObject({ type: 'refused', stopped: 'call' })
    expect(await decide()).toMatchObject({ type: 'refused' })
    expect(stops).toMatchObject([{ origin: { exchange: { id: 'k/exchange-1' } } }])
  })

  it('refuses what a closed app asks until the user opens it again, but not its call', async () => {
    void ask({ isFromView: true })
    gate.stop(first().id, 'call')
    expect(await ask({ isFromView: true })).toMatchObject({ type: 'refused', stopped: 'call' })
    await askAndDecline()
    gate.viewOpenedAgain({ serverName: 's', callId: 'other' })
    expect(gate.refusalOf({ ...origin, isFromView: true })).toMatchObject({ stopped: 'call' })
    gate.viewOpenedAgain({ serverName: 's', callId: 'call' })
    expect(gate.refusalOf({ ...origin, isFromView: true })).toBeNull()
  })

  it('refuses everything from the server until it starts again', async () => {
    await twice()
    const third = ask()
    gate.stop(first().id, 'server')
    expect(await third).toEqual({ type: 'refused', stopped: 'server', isNews: true })
    gate.userBegan(null)
    expect(await ask({ callId: 'other' })).toMatchObject({ type: 'refused', stopped: 'server' })
    gate.serverStarts('s')
    await askAndDecline({ callId: 'other' })
  })

  it('requires something that can be stopped', () => {
    void ask({ callId: null })
    expect(() => gate.stop(first().id, 'call')).toThrow(/nothing to stop/)
    expect(() => gate.stop('gone', 'server')).toThrow(/answered or withdrawn/)
    expect(shown()).toEqual(['elicitation'])
    expect(stops).toEqual([])
  })
})
