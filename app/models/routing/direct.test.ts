import { describe, expect, it } from 'vitest'
import { createDirectProvider } from './direct'
import type { ModelContent, ModelPart } from '../model'

const tool = (name: string) => ({ name, description: '', inputSchema: { type: 'object' } })

const provider = createDirectProvider({
  rankTools: (query, limit) =>
    (query.includes('file') ? ['read_file', 'gone_tool', 'write_file'] : []).slice(0, limit),
  resolveToolName: (typed) => ({ read_file: 'read_file', read: 'read_file' })[typed] ?? null,
  newId: () => 'call-1'
})

async function ask(
  content: ModelContent[],
  tools = [tool('read_file'), tool('write_file')]
): Promise<ModelPart[]> {
  const request = { model: 'direct', systemPrompt: '', tools, maxOutputTokens: 1 }
  const stream = provider.stream(
    { ...request, messages: [{ role: 'user', content }] },
    new AbortController().signal
  )
  const parts: ModelPart[] = []
  for await (const part of stream) parts.push(part)
  return parts
}

const textOf = (parts: ModelPart[]) =>
  parts.map((part) => (part.type === 'text-delta' ? part.text : '')).join('')
const readCall = { type: 'tool-call-requested', id: 'call-1', name: 'read_file', arguments: { path: '/a b' } }

describe('Direct', () => {
  it('makes the call that the user picked, and nothing else', async () => {
    const parts = await ask([{ type: 'tool-request', name: 'read_file', arguments: { path: '/a b' } }])
    expect(parts).toContainEqual(readCall)
    expect(textOf(parts)).toBe('')
    expect(parts.at(-1)).toMatchObject({ type: 'ended', stopReason: 'tool_use' })
  })

  it.each(['read_file {"path": "/a b"}', '  read  {"path":\n"/a b"} '])(
    'makes a call typed as text: %s',
    async (text) => {
      expect(await ask([{ type: 'text', text }])).toContainEqual(readCall)
    }
  )

  it('ends silently after the result', async () => {
    const result = { type: 'tool-result', id: 'call-1', content: [], isError: false } as const
    expect(await ask([result])).toEqual([{ type: 'ended', stopReason: 'end_turn', usage: null }])
  })

  it('answers a message after an earlier result', async () => {
    const result = { type: 'tool-result', id: 'call-0', content: [], isError: false } as const
    const parts = await ask([result, { type: 'text', text: 'read {"path": "/a b"}' }])
    expect(parts).toContainEqual(readCall)
  })

  it('says that there is no model and suggests available tools', async () => {
    const parts = await ask([{ type: 'text', text: 'show me a file' }])
    expect(textOf(parts)).toMatch(/No language model is connected.*Settings/s)
    expect(parts).toContainEqual({ type: 'tool-suggestions', names: ['read_file', 'write_file'] })
    expect(parts.at(-1)).toMatchObject({ stopReason: 'end_turn' })
  })

  it('suggests nothing when nothing matches', async () => {
    const parts = await ask([{ type: 'text', text: 'good morning {}' }])
    expect(parts.some((part) => part.type === 'tool-suggestions')).toBe(false)
    expect(textOf(parts)).toContain('No tool matches')
  })

  it("says what is wrong with typed arguments and doesn't call the tool", async () => {
    const parts = await ask([{ type: 'text', text: 'read_file {path: /a}' }])
    expect(parts.some((part) => part.type === 'tool-call-requested')).toBe(false)
    expect(textOf(parts)).toContain("isn't a JSON object")
    expect(textOf(await ask([{ type: 'text', text: 'read_file {"path": 1e400}' }]))).toContain(
      "isn't a JSON object"
    )
  })

  it('points a user without tools to the servers', async () => {
    const parts = await ask([{ type: 'text', text: 'show me a file' }], [])
    expect(textOf(parts)).toMatch(/Add a server/)
  })

  it('says that no model reads attachments, with or without text', async () => {
    const attachment = { type: 'attachment', name: 'the resource One of s' } as const
    expect(textOf(await ask([attachment]))).toMatch(/No model reads them\. To talk to a model/)
    const parts = await ask([attachment, { type: 'text', text: 'a file' }])
    expect(textOf(parts)).toMatch(/No model reads them\. .*Pick a tool here/)
    expect(parts).toContainEqual({ type: 'tool-suggestions', names: ['read_file', 'write_file'] })
  })
})
