import { beforeEach, describe, expect, test } from 'vitest'
import type { QuestionAnswer } from '../../contract/questions/questions'
import { createForgetfulApprovals } from '../../testing/forgetful-approvals'
import { quote } from '../../texts/render-localized'
import type { ApprovalsControl } from './approvals'

let gate: ApprovalsControl
const never = () => new AbortController().signal
const refused = { code: 'BRIDGE_INVALID_INPUT' }

beforeEach(() => {
  gate = createForgetfulApprovals()
})

const answerFirst = (answer: QuestionAnswer) => gate.answer(gate.questions()[0]?.id ?? 'none', answer)
const text = (words: string) => ({ type: 'text' as const, text: words })
const picture = { type: 'image' as const, data: 'AAAA', mimeType: 'image/png' }

describe('a tool result under review', () => {
  type Asked = Parameters<ApprovalsControl['ask']['tool-result']>[0]
  const decide = (change: Partial<Asked> = {}) =>
    gate.ask['tool-result'](
      {
        conversationId: 'c',
        callId: 'call',
        serverName: 's',
        toolName: 't',
        content: [text('one'), picture, text('two')],
        structuredContent: null,
        isError: false,
        ...change
      },
      never()
    )
  const pass = (texts?: string[]) =>
    answerFirst({ type: 'tool-result', decision: 'pass', ...(texts && { texts }) })

  test('is sent unchanged or not at all', async () => {
    const first = decide()
    await pass()
    expect(await first).toEqual({ type: 'passed' })
    const second = decide()
    await answerFirst({ type: 'tool-result', decision: 'refuse' })
    expect(await second).toEqual({ type: 'refused' })
  })

  test('is not marked as changed when the user left it as it was', async () => {
    const decision = decide()
    await pass(['one', 'two'])
    expect(await decision).toEqual({ type: 'passed' })
  })

  test.each([
    [
      ['1', 'two'],
      [text('1'), picture, text('two')]
    ],
    [
      ['one', '2'],
      [text('one'), picture, text('2')]
    ],
    [
      ['', 'two'],
      [picture, text('two')]
    ]
  ])('is sent with the text that the user left: %j', async (texts, content) => {
    const decision = decide()
    await pass(texts)
    expect(await decision).toEqual({ type: 'changed', content })
  })

  test.each([[['one']], [['one', 'two', 'three']], [[]]])(
    'stays open when the number of texts in the answer is wrong: %j',
    async (texts) => {
      void decide()
      await expect(pass(texts)).rejects.toMatchObject(refused)
      expect(gate.questions()).toHaveLength(1)
    }
  )

  test('includes structured content in the review when the text does not contain it', async () => {
    const structuredContent = { a: [1] }
    const written = JSON.stringify(structuredContent, null, 2)
    const unchanged = decide({ content: [], structuredContent })
    await pass([written])
    expect(await unchanged).toEqual({ type: 'passed' })
    const changed = decide({ content: [], structuredContent })
    await pass(['{}'])
    expect(await changed).toEqual({ type: 'changed', content: [text('{}')] })
    const both = decide({ content: [text('one')], structuredContent })
    await pass(['2', written])
    expect(await both).toEqual({ type: 'changed', content: [text('2'), text(written)] })
    const repeated = decide({ content: [text('{"a":[1]}')], structuredContent })
    await pass(['2'])
    expect(await repeated).toEqual({ type: 'changed', content: [text('2')] })
    const neither = decide({ content: [] })
    await pass([])
    expect(await neither).toEqual({ type: 'passed' })
  })
})

describe('a sign-in', () => {
  type Asked = Parameters<ApprovalsControl['ask']['sign-in']>[0]
  type Place = Asked['places'][number]
  const place = (change: Partial<Place> = {}): Place =>
    ({
      issuer: 'https://one.example',
      host: 'one.example',
      needsClient: false,
      doubt: null,
      ...change
    }) as Place
  const decide = (...places: Place[]) => decideUntil(never(), ...places)
  const decideUntil = (signal: AbortSignal, ...places: Place[]) =>
    gate.ask['sign-in'](
      {
        serverName: 's',
        serverUrl: 'https://s.example/mcp',
        reason: quote('It asks.'),
        places,
        scopes: [],
        addedScopes: [],
        account: null
      },
      signal
    )
  const openBrowser = (change: object = {}) =>
    answerFirst({ type: 'sign-in', decision: 'open-browser', ...change })
  const two = [place(), place({ issuer: 'https://two.example', host: 'two.example' })] as const
  const agreed = { type: 'agreed', issuer: 'https://one.example', client: null, acceptsDoubt: false }

  test('opens the browser at the only authorization server', async () => {
    const decision = decide(place())
    await openBrowser()
    expect(await decision).toEqual(agreed)
  })

  test('is withdrawn when nothing waits for it any more', async () => {
    const controller = new AbortController()
    const decision = decideUntil(controller.signal, place())
    controller.abort()
    expect(await decision).toEqual({ type: 'withdrawn' })
    expect(gate.questions()).toEqual([])
  })

  test('opens nothing when canceled', async () => {
    const decision = decide(place())
    await answerFirst({ type: 'sign-in', decision: 'cancel' })
    expect(await decision).toEqual({ type: 'cancelled' })
  })

  test('uses the authorization server that the user selected, never the first by default', async () => {
    const decision = decide(...two)
    await expect(openBrowser()).rejects.toMatchObject(refused)
    await expect(openBrowser({ issuer: 'https://three.example' })).rejects.toMatchObject(refused)
    expect(gate.questions()).toHaveLength(1)
    await openBrowser({ issuer: 'https://two.example' })
    expect(await decision).toEqual({ ...agreed, issuer: 'https://two.example' })
  })

  test('rejects an answer that names a different authorization server than the only one', async () => {
    void decide(place())
    await expect(openBrowser({ issuer: 'https://two.example' })).rejects.toMatchObject(refused)
  })

  test('waits for a client ID at an authorization server without registration', async () => {
    const decision = decide(place({ needsClient: true }))
    await expect(openBrowser()).rejects.toMatchObject(refused)
    await openBrowser({ client: { id: 'mine' } })
    expect(await decision).toEqual({ ...agreed, client: { id: 'mine' } })
  })

  test('sends no client ID to any other authorization server', async () => {
    const decision = decide(place())
    await openBrowser({ client: { id: 'mine', secret: 'x' } })
    expect(await decision).toEqual(agreed)
  })

  test('needs a second confirmation at a suspicious authorization server', async () => {
    const decision = decide(place({ doubt: quote('Who is this?') }))
    await expect(openBrowser()).rejects.toMatchObject(refused)
    await expect(openBrowser({ acceptsDoubt: false })).rejects.toMatchObject(refused)
    await openBrowser({ acceptsDoubt: true })
    expect(await decision).toEqual({ ...agreed, acceptsDoubt: true })
  })
})
