/**
 * Results that are too long for one request: what the call contains, what a model reads later, and whose text it is.
 */
import { describe, expect, it } from 'vitest'
import type { ContentBlock } from '../../contract/content-blocks'
import type { KeptResult } from '../../history/interface'
import type { CatalogTool } from '../../servers/interface'
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
const fetchAll: ScriptedReply = { name: 'files__read', arguments: {} }
/** Every line is different. */
const lines = Array.from({ length: 300 }, (_, line) => `line ${String(line).padStart(4, '0')}`).join('\n')
const text = (words: string): ContentBlock => ({ type: 'text', text: words })
const long = { content: [text(lines)], structuredContent: null }

/** Lets the model read. The id of the stored result is known once it is stored. */
async function read(from: number, turn: Partial<ScriptedTurn> = {}) {
  const kept = new Map<string, KeptResult>()
  const wish = { name: 'read_result', arguments: {} as Record<string, string | number> }
  const shared = { catalog, kept, resultLimit: 1_000, result: long, ...turn }
  const first = await runScripted({ ...shared, replies: [fetchAll] })
  wish.arguments = { result: first.calls[0]?.callId ?? '', from }
  const earlier = [hello, first.answer, hello]
  return { first, kept, second: await runScripted({ ...shared, replies: [wish], ...turn, earlier }) }
}

describe('a result beyond the limit', () => {
  it('is stored in full, while the call and the model have its beginning and a note how to read the rest', async () => {
    const { first, kept } = await read(1_000)
    const [call] = first.calls
    expect(kept.get(call?.callId ?? '')?.text).toBe(lines)
    expect(call).toMatchObject({
      content: [text(lines.slice(0, 1_000))],
      kept: { length: lines.length, shown: 1_000 }
    })
    expect(listRequestTools(first.requests[0])).toEqual(['files__read', 'mail__send'])
    expect(listRequestTools(first.requests[1])).toEqual(['read_result', 'files__read', 'mail__send'])
    expect(listRequestResults(first.requests[1])).toEqual([
      lines.slice(0, 1_000),
      expect.stringContaining(`result "${call?.callId}", from 1000`)
    ])
  })

  it('can be read from any position without a question, up to the limit each time', async () => {
    const { second } = await read(2_000)
    expect(second.asked).toEqual([])
    expect(second.calls[0]).toMatchObject({
      serverName: null,
      state: 'done',
      content: [text(lines.slice(2_000, 3_000))],
      readOf: { serverName: 'files', toolName: 'read', from: 2_000, length: lines.length }
    })
    const shown = listRequestResults(second.requests[1])
    expect(shown).toContain(lines.slice(2_000, 3_000))
    expect(shown.at(-1)).toBe(
      `[Characters 2000 to ${lines.length} of ${lines.length} of that result. This is the end.]`
    )
  })

  it('includes structured content that says more than the text, or that comes without text', async () => {
    const rows = Array.from({ length: 200 }, (_, row) => ({ row }))
    const json = JSON.stringify(rows)
    const both = await read(0, { result: { content: [text('200 rows')], structuredContent: rows } })
    expect([...both.kept.values()][0]?.text).toBe(`200 rows\n${json}`)
    expect(both.first.calls[0]).toMatchObject({ structuredContent: null, kept: { shown: 8 } })
    const alone = await read(0, { result: { content: [], structuredContent: rows } })
    expect(alone.first.calls[0]?.content).toEqual([text(json.slice(0, 1_000))])
    const twice = await read(0, { result: { content: [text(json)], structuredContent: rows } })
    expect([...twice.kept.values()][0]?.text).toBe(json)
  })

  it('is never cut within a character, and keeps pictures in place', async () => {
    const picture: ContentBlock = { type: 'image', mimeType: 'image/png', data: 'AAAA' }
    const faces = { content: [text('😀'.repeat(900)), picture], structuredContent: null }
    const { first } = await read(0, { result: faces, resultLimit: 1_001 })
    expect(first.calls[0]).toMatchObject({
      content: [text('😀'.repeat(500)), picture],
      kept: { shown: 1_000 }
    })
  })

  it("stays in its call when it can't be stored, or when it fits", async () => {
    const fits = await read(0, { resultLimit: 5_000 })
    expect(fits.first.calls[0]).toMatchObject({ content: [text(lines)] })
    expect(fits.kept.size).toBe(0)
    const full = new Map<string, KeptResult>()
    full.set = () => {
      throw new Error('disk full')
    }
    const failed = await runScripted({
      catalog,
      kept: full,
      resultLimit: 1_000,
      result: long,
      replies: [fetchAll]
    })
    expect(failed.calls[0]).toMatchObject({ state: 'done', content: [text(lines)] })
    expect(failed.calls[0]?.kept).toBeUndefined()
  })

  it('takes one of the tools that a provider accepts', async () => {
    const { second } = await read(0, { mostTools: 2 })
    expect(listRequestTools(second.requests[0])).toHaveLength(2)
  })
})

describe('reading the rest of a result', () => {
  it.each([
    ['an unknown id', { result: 'id-of-another', from: 0 }],
    ['invalid arguments', { result: 7, from: 0 }],
    ['a position after its end', null]
  ])('fails with a message to the model for %s', async (_, args) => {
    const { first, kept } = await read(0)
    const wish = args ?? { result: first.calls[0]?.callId ?? '', from: lines.length }
    const { calls } = await runScripted({
      catalog,
      kept,
      earlier: [hello, first.answer, hello],
      replies: [{ name: 'read_result', arguments: wish }]
    })
    expect(calls[0]).toMatchObject({ state: 'failed', failure: { code: 'TOOL_INVALID_ARGUMENTS' } })
  })

  it('SEC-11-7 shows the user each piece from a reviewed server, and withholds it from the model after a denial', async () => {
    const seen: unknown[] = []
    const decideToolResult: ScriptedTurn['decideToolResult'] = async ({ serverName, content }) => {
      seen.push([serverName, content])
      return seen.length < 2 ? { type: 'passed' } : { type: 'refused' }
    }
    const isReviewed = (serverName: string) => serverName === 'files'
    const { second } = await read(1_000, { isReviewed, decideToolResult })
    expect(seen).toEqual([
      ['files', [text(lines.slice(0, 1_000))]],
      ['files', [text(lines.slice(1_000, 2_000))]]
    ])
    expect(JSON.stringify(second.requests[1])).not.toContain(lines.slice(1_010, 1_018))
  })

  it.each(['refused', 'changed'] as const)(
    'SEC-11-7 is not possible for a result that was %s',
    async (type) => {
      const decideToolResult: ScriptedTurn['decideToolResult'] = async () =>
        type === 'refused' ? { type } : { type, content: [text('Nothing.')] }
      const { first, second } = await read(0, { isReviewed: () => true, decideToolResult })
      expect(listRequestTools(first.requests[1])).not.toContain('read_result')
      expect(second.calls[0]).toMatchObject({ state: 'failed' })
      expect(JSON.stringify(second.requests)).not.toContain('line 0001')
    }
  )

  it('counts as text of the server that sent the result', async () => {
    const { first, kept } = await read(0)
    const result = first.calls[0]?.callId ?? ''
    const secret = lines.slice(2_000, 2_400)
    const { asked } = await runScripted({
      catalog,
      kept,
      resultLimit: 1_000,
      earlier: [hello, first.answer, hello],
      replies: [
        { name: 'read_result', arguments: { result, from: 2_000 } },
        { name: 'mail__send', arguments: { body: secret } }
      ]
    })
    expect(asked[0]).toMatchObject({
      toolName: 'send',
      readFrom: ['files'],
      flows: [{ origin: { type: 'tool', serverName: 'files', toolName: 'read' } }]
    })
  })
})
