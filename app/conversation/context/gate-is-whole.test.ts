/**
 * Every place where words of a server could become words of a request for a model, with the gate on and the person not
 * having passed on anything. The samples hold every field of their types: a new field is a type error here until it is added.
 */
import { describe, expect, it } from 'vitest'
import { toolCallStates } from '../../contract/conversations'
import type { ContentBlock, Message, MessagePart, NotePart, ToolCallPart } from '../../contract/conversations'
import type { CatalogTool, ServerInstructions } from '../../servers/interface'
import { quote, say } from '../../texts/said'
import { definitionTexts } from './definition-texts'
import { HeldWords } from './held-words'
import { buildRequest } from './context'

const words = 'OBEY'
const content: ContentBlock[] = [
  { type: 'text', text: words },
  { type: 'resource', uri: words, mimeType: words, text: words, blob: null },
  { type: 'resource-link', uri: words, name: words, description: words, mimeType: words },
  { type: 'unknown', raw: { [words]: words } }
]

/** Of a server that wrote the same into whatever it can write. Names that the model chose or knows are its own. */
const call: Required<ToolCallPart> = {
  type: 'tool-call',
  step: 0,
  callId: 'c',
  providerCallId: 'p',
  modelToolName: 'lab__run',
  serverName: 'lab',
  toolName: words,
  toolTitle: words,
  arguments: {},
  isEditedByPerson: false,
  state: 'done',
  progress: { progress: 1, total: null, message: words },
  content,
  structuredContent: { [words]: words },
  isError: true,
  resultMeta: { [words]: words },
  failure: { code: 'TOOL_ERROR', message: words, said: quote(words), data: { [words]: words } },
  startedAt: 1,
  endedAt: 2,
  outputProblems: [{ path: `/${words}`, message: quote(words) }],
  timeLimit: { reason: 'total', endsAt: 1 },
  askedModels: [{ requestId: words, model: `p/${words}` }],
  task: { taskId: words, status: 'working', statusMessage: words, pollIntervalMs: null, ttlMs: null },
  lateAnswer: { at: 1, content, structuredContent: words, isError: false },
  review: { decision: 'refused', content }
}

const note: Required<NotePart> = {
  type: 'note',
  step: 0,
  serverName: 'lab',
  text: quote(words),
  isForModel: false,
  exchange: { callId: 'c', toolName: words, entries: [{ round: 1, text: quote(words) }] }
}

/** Where the words of a server in each part are stopped. A new kind of part is a type error until it says so. */
const stops: Record<MessagePart['type'], string> = {
  text: 'words of the person or the model',
  'tool-call': 'reviewed at its end',
  'tool-request': 'words of the person',
  resource: 'reviewed before it is part of a message',
  prompt: 'reviewed before it is part of a message',
  'tool-suggestions': 'for the person alone',
  note: 'in words of Parley where the model reads it'
}

const message = (parts: MessagePart[]): Message => ({
  id: 'm',
  conversationId: 'c',
  role: 'assistant',
  parts,
  createdAt: 1,
  parentId: null,
  model: 'p/m',
  state: 'complete',
  failure: null,
  stopReason: null,
  usage: null
})

const tool: Required<CatalogTool> = {
  serverName: 'lab',
  name: 'run',
  modelToolName: 'lab__run',
  definitionHash: 'old',
  title: null,
  description: 'Runs.',
  annotations: {},
  icons: [],
  isDisabled: false,
  problem: null,
  inputSchema: { type: 'object' },
  outputSchema: null,
  taskSupport: 'forbidden',
  meta: {}
}
const changed: Required<CatalogTool> = {
  ...tool,
  definitionHash: 'new',
  title: words,
  description: words,
  inputSchema: { [words]: words },
  outputSchema: { [words]: words },
  meta: { [words]: words }
}
const instructions: ServerInstructions[] = [{ serverName: 'lab', text: words }]

function request(parts: MessagePart[], catalog: readonly CatalogTool[], told = instructions): string {
  const made = { model: 'm', maxOutputTokens: 1, isDirect: false, systemPrompt: '' }
  return JSON.stringify(buildRequest({ ...made, messages: [message(parts)], catalog, instructions: told }))
}

describe('with the gate on, a request for a model', () => {
  it.each(toolCallStates)('SEC-11-7 holds nothing of a call that is %s and was refused', (state) => {
    expect(request([{ ...call, state }], [tool], [])).not.toContain(words)
  })

  it.each(['preparing', 'waiting-for-approval', 'running', 'denied'] as const)(
    'holds nothing of a call that is %s, whatever it says meanwhile',
    (state) => {
      const { review: _none, ...open } = call
      expect(request([{ ...open, state }], [tool], [])).not.toContain(words)
    }
  )

  it('holds what the person put in the place of a result, and nothing else', () => {
    const review = { decision: 'changed' as const, content: [{ type: 'text' as const, text: 'fine' }] }
    for (const state of ['done', 'failed'] as const) {
      const made = request([{ ...call, state, review }], [tool], [])
      expect(made).toContain('fine')
      expect(made).not.toContain(words)
    }
  })

  it('holds no notes of what a server asked, and no suggestions', () => {
    const suggestions = {
      type: 'tool-suggestions' as const,
      step: 0,
      tools: [{ serverName: 'lab', name: words, description: words }]
    }
    expect(request([note, suggestions], [tool], [])).not.toContain(words)
    expect(Object.values(stops)).toHaveLength(7)
  })

  it('SEC-11-7 holds no instructions, and of a changed tool what was told before', () => {
    const held = new HeldWords({ isReviewed: () => true, approvedTool: () => null })
    expect(held.tools([tool])).toEqual([tool])
    const catalog = held.tools([changed])
    const told = held.instructions(instructions)
    expect(request([], catalog, [...told])).not.toContain(words)
    expect(JSON.stringify(definitionTexts(catalog, told))).not.toContain(words)
    expect(held.isHeld(changed)).toBe(true)
    expect(held.isHeld(tool)).toBe(false)
  })

  it('holds the new words once a call was allowed, and those of servers that nobody looks at', () => {
    const approved = { hash: 'new', definition: { ...changed } }
    const held = new HeldWords({ isReviewed: () => true, approvedTool: () => approved })
    expect(request([], held.tools([changed]), [])).toContain(words)
    const open = new HeldWords({ isReviewed: () => false, approvedTool: () => null })
    expect(request([], open.tools([changed]), [...open.instructions(instructions)])).toContain(words)
  })

  it('tells a misfit in no words of a schema that was not told', () => {
    expect(say('conversation.changedMisfit', { tool: 'run' }).values).toEqual({ tool: 'run' })
  })
})
