/**
 * A conversation that exceeds the model's context window: what is left out of the request, and what stays in the
 * history.
 */
import { describe, expect, it } from 'vitest'
import type { Message } from '../../contract/conversations'
import type { ModelRequest } from '../../models/model'
import { createProvenance } from '../../provenance/provenance'
import type { CatalogTool } from '../../servers/interface'
import { serversRead } from '../context/servers-read'
import { hello, listRequestResults, runScripted, listRequestTools } from './testing/run-scripted'
import type { ScriptedReply, ScriptedTurn } from './testing/run-scripted'

function tool(serverName: string, name: string): CatalogTool {
  return {
    serverName,
    name,
    modelToolName: `${serverName}__${name}`,
    definitionHash: 'h',
    title: null,
    description: '',
    annotations: {},
    icons: [],
    isDisabled: false,
    problem: null,
    inputSchema: { type: 'object' },
    outputSchema: null,
    taskSupport: 'forbidden'
  }
}

const catalog = [tool('files', 'read'), tool('mail', 'send')]
const readFile: ScriptedReply = { name: 'files__read', arguments: {} }
/** About 1,000 tokens. */
const page = 'All about otters. '.repeat(223)
const otters = { content: [{ type: 'text' as const, text: page }], structuredContent: null }
const leftOut = /^\[This result was left out to save space\. Read it again with read_result/

/** Twelve results of 1,000 tokens each, with a context window of 10,000 that may be filled to 80 %. */
const twelve: ScriptedTurn = {
  replies: Array.from({ length: 12 }, (): ScriptedReply => readFile),
  catalog,
  result: otters,
  contextTokens: 10_000,
  maxToolSteps: 20
}
const run = (turn: Partial<ScriptedTurn> = {}) => runScripted({ ...twelve, replies: twelve.replies, ...turn })

const isOut = (text: string) => leftOut.test(text)
/** Each call with its own result, and no result without its call. */
function pairsOf({ messages }: ModelRequest) {
  const contents = messages.flatMap(({ content }) => content)
  const calls = contents.flatMap((one) => (one.type === 'tool-call' ? [one.id] : []))
  const results = contents.flatMap((one) => (one.type === 'tool-result' ? [one.id] : []))
  return { calls, results }
}

describe('tool results in a request that is too long', () => {
  it('leaves out the oldest and keeps the newest, with a result for every call, and changes nothing in the history', async () => {
    const { requests, answer, calls } = await run({ replies: twelve.replies.slice(0, 9) })
    expect(requests.slice(0, 7).flatMap(listRequestResults).filter(isOut)).toEqual([])
    const results = listRequestResults(requests.at(-1))
    const out = results.filter(isOut).length
    expect(out).toBeGreaterThan(0)
    expect(results.map(isOut)).toEqual(results.map((_, index) => index < out))
    expect(results.at(-1)).toContain('All about otters.')
    for (const request of requests) expect(pairsOf(request).results).toEqual(pairsOf(request).calls)
    expect(calls.map(({ content }) => content)).toEqual(calls.map(() => otters.content))
    expect(answer.state).toBe('complete')
  })

  it('leaves them out in portions, so earlier parts stay the same for several requests', async () => {
    const { requests } = await run()
    const counts = requests.map((request) => listRequestResults(request).filter(isOut).length)
    expect(counts.at(-1)).toBeGreaterThan(3)
    expect(new Set(counts).size).toBeLessThan(5)
    expect(counts).toEqual(counts.toSorted((one, other) => one - other))
  })

  it('lets the model read them again with a tool, complete and as text of their server', async () => {
    const first = await run()
    expect(listRequestTools(first.requests[0])).not.toContain('read_result')
    expect(listRequestTools(first.requests.at(-1))).toContain('read_result')
    const oldest = listRequestResults(first.requests.at(-1)).find(isOut) ?? ''
    const id = /result "([^"]+)"/.exec(oldest)?.[1]
    expect(id).toBe(first.calls[0]?.callId)
    const again: ScriptedReply = { name: 'read_result', arguments: { result: id ?? '', from: 0 } }
    const second = await run({ replies: [again], earlier: [hello, first.answer, hello] })
    expect(second.called).toEqual([])
    expect(second.calls[0]).toMatchObject({
      state: 'done',
      content: otters.content,
      readOf: { serverName: 'files', toolName: 'read', length: page.length }
    })
    expect(listRequestResults(second.requests[1])).toContain(page)
  })

  it('neither leaves out nor rereads a result that the user changed or kept back', async () => {
    const first = await run({ isReviewed: () => true, decideToolResult: async () => ({ type: 'refused' }) })
    expect(first.requests.flatMap(listRequestResults).filter(isOut)).toEqual([])
    const wish: ScriptedReply = {
      name: 'read_result',
      arguments: { result: first.calls[0]?.callId ?? '', from: 0 }
    }
    const second = await run({ replies: [wish], earlier: [hello, first.answer, hello] })
    expect(second.calls[0]).toMatchObject({ state: 'failed' })
  })

  it('names no tool to read them when the provider accepts no more tools', async () => {
    const { requests } = await run({ mostTools: 2 })
    const results = listRequestResults(requests.at(-1))
    expect(results).toContain('[This result was left out to save space.]')
    expect(listRequestTools(requests.at(-1))).toEqual(['files__read', 'mail__send'])
  })

  it('counts them as read for data sharing of later calls', async () => {
    const send: ScriptedReply = { name: 'mail__send', arguments: { body: 'Hello' } }
    const first = await run()
    const { asked } = await run({ replies: [send], earlier: [hello, first.answer, hello] })
    expect(asked[0]?.readFrom).toContain('files')
  })
})

describe('the size of a request', () => {
  it('is adjusted to what the provider counted last: results are left out sooner when it counts more', async () => {
    const few = twelve.replies.slice(0, 5)
    const plain = await run({ replies: few })
    expect(plain.requests.flatMap(listRequestResults).filter(isOut)).toEqual([])
    const usage = { inputTokens: 9_000, outputTokens: 10 }
    const told = await run({ replies: few, usage })
    expect(told.requests.flatMap(listRequestResults).filter(isOut)).not.toEqual([])
    expect(told.answer.requestSize?.read).toBe(9_000)
  })

  it('limits the answer to the rest of the context window', async () => {
    const { requests } = await run({ contextTokens: 9_000, replies: twelve.replies.slice(0, 5) })
    expect(requests[0]?.maxOutputTokens).toBe(1_000)
    const { requests: tight } = await run({
      contextTokens: 2_500,
      result: { ...otters },
      replies: [readFile]
    })
    expect(tight[1]?.maxOutputTokens).toBeLessThanOrEqual(1_500)
  })
})

describe('a summary', () => {
  const summed = (message: Message): Message => ({
    ...message,
    summary: { text: 'They like otters.', at: 1 }
  })

  it('replaces its message and all before it in the request, without changing whose text was read', async () => {
    const first = await run({ replies: [readFile] })
    const earlier = [hello, summed(first.answer), hello]
    const send: ScriptedReply = { name: 'mail__send', arguments: { body: page } }
    const provenance = createProvenance()
    const { requests, asked } = await run({ replies: [send], earlier, provenance })
    const sent = JSON.stringify(requests[0])
    expect(sent).toContain('They like otters.')
    expect(sent).not.toContain('All about otters.')
    expect(pairsOf(requests[0] as ModelRequest)).toEqual({ calls: [], results: [] })
    expect(serversRead(earlier, 0)).toEqual(['files'])
    expect(asked[0]?.readFrom).toEqual(['files'])
    expect(asked[0]?.flows).toMatchObject([{ origin: { serverName: 'files' } }])
  })

  it('is used if it is the newest', async () => {
    const first = await run({ replies: [] })
    const second = { ...first.answer, id: 'second', summary: { text: 'They like seals.', at: 2 } }
    const { requests } = await run({
      replies: [],
      earlier: [hello, summed(first.answer), hello, second, hello]
    })
    expect(JSON.stringify(requests[0])).toContain('They like seals.')
    expect(JSON.stringify(requests[0])).not.toContain('They like otters.')
    expect(requests[0]?.messages).toHaveLength(2)
  })
})
