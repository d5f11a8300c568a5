/**
 * Every place where text of a server could enter a model request, with reviews on and nothing allowed by the user. The
 * kinds of parts and content come from the contract, and the samples fill in every field of their types, so a new kind
 * or field fails here until it is added.
 */
import { describe, expect, it } from 'vitest'
import type { ApprovedTool } from '../../consent/interface'
import { contentKinds } from '../../contract/content/content-kinds'
import type { FieldRole } from '../../contract/content/content-kinds'
import { contentBlock } from '../../contract/content-blocks'
import { messagePart } from '../../contract/conversations'
import { toolCallStates } from '../../contract/tool-calls'
import type { ContentBlock } from '../../contract/content-blocks'
import type { Message, MessagePart, ToolCallPart } from '../../contract/conversations'
import type { CatalogTool, ServerInstructions } from '../../servers/interface'
import { quote, say } from '../../texts/render-localized'
import { definitionTexts } from './definition-texts'
import { reviewAttachments } from '../attachments/review-attachments'
import { ReviewedMetadata } from './reviewed-metadata'
import { buildRequest } from './next-request'
import { chooseAllTools } from '../tools/chosen-tools'

const words = 'OBEY'
const byRole: Record<FieldRole, unknown> = {
  words,
  name: words,
  address: words,
  type: words,
  // base64 of the same
  media: Buffer.from(words).toString('base64'),
  data: { [words]: words }
}
/** One block of each kind, with every field written by the server. */
const content: ContentBlock[] = Object.entries(contentKinds).map(([type, { fields }]) => {
  const filled = Object.entries(fields).map(([name, role]) => [name, byRole[role as FieldRole]])
  return contentBlock.parse({ type, ...Object.fromEntries(filled) })
})

const rerunOf = { messageId: 'm', callId: 'c0' }

/** From a server that wrote the text wherever it can. Names that the model chose or knows are its own. */
const call: Required<Omit<ToolCallPart, 'scriptCallId'>> = {
  rerunOf,
  viewUri: 'ui://lab/run.html',
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
  grantId: 'g',
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
  foundTools: [{ serverName: 'lab', toolName: words }],
  script: { output: words },
  kept: { length: 2, shown: 1 },
  readOf: { callId: 'other', serverName: 'lab', toolName: words, from: 0, length: 2 },
  lateAnswer: { at: 1, content, structuredContent: words, isError: false },
  review: { decision: 'refused', content }
}

/** Calls of a script aren't sent separately. */
type PartOf<T extends MessagePart['type']> = Omit<Required<Extract<MessagePart, { type: T }>>, 'scriptCallId'>

/** One part of each kind, with server text wherever a server can write, and plain values elsewhere. */
const parts: { readonly [T in MessagePart['type']]: PartOf<T> } = {
  text: {
    type: 'text',
    step: 0,
    text: 'written by the person or the model',
    citations: [{ source: words, quote: words, pages: null }]
  },
  thinking: {
    type: 'thinking',
    step: 0,
    text: 'thought by the model',
    seal: { writer: 'messages x y', data: { type: 'thinking', signature: 's' } }
  },
  'tool-call': call,
  'tool-request': {
    type: 'tool-request',
    serverName: 'lab',
    toolName: 'run',
    arguments: {},
    rerunOf,
    isUnchecked: true
  },
  resource: {
    type: 'resource',
    serverName: 'lab',
    uri: words,
    name: words,
    mimeType: words,
    readAt: 1,
    contents: [{ uri: words, mimeType: words, text: words, blob: null, meta: { [words]: words } }],
    hasChanged: true,
    fromView: 'context'
  },
  prompt: {
    type: 'prompt',
    serverName: 'lab',
    name: words,
    arguments: {},
    messages: content.map((block) => ({ role: 'user', content: block }))
  },
  file: { type: 'file', name: 'a.txt', mimeType: 'text/plain', size: 1, text: 'of the person', data: null },
  'tool-suggestions': {
    type: 'tool-suggestions',
    step: 0,
    tools: [{ serverName: 'lab', name: words, description: words }]
  },
  note: {
    type: 'note',
    step: 0,
    serverName: 'lab',
    text: quote(words),
    isForModel: false,
    exchange: { callId: 'c', toolName: words, entries: [{ round: 1, text: quote(words) }] },
    closedFolder: { id: 'c', folder: words }
  }
}
const kinds = messagePart.options.map(({ shape }) => shape.type.value)

const message = (parts: MessagePart[], role: Message['role'] = 'assistant'): Message => ({
  id: 'm',
  conversationId: 'c',
  role,
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
  ui: { resourceUri: null, isForModel: true, isForView: true },
  isDisabled: false,
  isAlwaysSent: false,
  callLimits: { perTurn: null, perConversation: null, perDay: 3 },
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
  ui: { resourceUri: `ui://lab/${words}`, isForModel: true, isForView: true },
  meta: { [words]: words }
}
const instructions: ServerInstructions[] = [{ serverName: 'lab', text: words }]

function request(
  written: MessagePart[],
  catalog: readonly CatalogTool[],
  ...[told = instructions, role]: readonly [ServerInstructions[]?, Message['role']?]
): string {
  const made = { model: 'm', maxOutputTokens: 1, isDirect: false, systemPrompt: '' }
  const messages = [message(written, role)]
  return JSON.stringify(
    buildRequest({ ...made, messages, catalog, chosen: chooseAllTools(catalog), instructions: told })
  )
}

/** What a request contains of a part after the user's decision, if the user is asked about it. */
async function requestWith(part: MessagePart, decision: 'refused' | 'passed'): Promise<string> {
  if (part.type !== 'resource' && part.type !== 'prompt')
    return request([part.type === 'tool-call' ? { ...part, review: { decision } } : part], [tool], [])
  const asked = { conversationId: 'c', newId: () => 'x', isReviewed: () => true }
  const consent = { ask: { 'tool-result': async () => ({ type: decision }) } }
  const { signal } = new AbortController()
  const passed = await reviewAttachments([part], { ...asked, consent, signal }).catch(() => [])
  return request(passed, [tool], [], 'user')
}

const gateOf = (approved: ApprovedTool | null, known: string | null = null) => ({
  show: async () => false,
  tool: () => approved,
  instructions: () => known
})

describe('a model request with reviews on', () => {
  it.each(toolCallStates)(
    'SEC-11-7 contains no server text from a call that is %s and was refused',
    (state) => {
      expect(request([{ ...call, state }], [tool], [])).not.toContain(words)
    }
  )

  it.each(['preparing', 'waiting-for-approval', 'running', 'denied'] as const)(
    'contains no server text from a call that is %s, no matter what it reports meanwhile',
    (state) => {
      const { review: _none, ...open } = call
      expect(request([{ ...open, state }], [tool], [])).not.toContain(words)
    }
  )

  it('contains what the user wrote instead of a result, and nothing else', () => {
    const review = { decision: 'changed' as const, content: [{ type: 'text' as const, text: 'fine' }] }
    for (const state of ['done', 'failed'] as const) {
      const made = request([{ ...call, state, review }], [tool], [])
      expect(made).toContain('fine')
      expect(made).not.toContain(words)
    }
  })

  it.each(kinds)('SEC-11-7 contains no server text in a %s part unless it was allowed', async (kind) => {
    const part = parts[kind]
    expect(part).toBeDefined()
    expect(await requestWith(part, 'refused')).not.toContain(words)
    if (kind === 'tool-call' || kind === 'resource' || kind === 'prompt')
      expect(await requestWith(part, 'passed')).toContain(words)
  })

  it('SEC-11-7 contains neither instructions nor tools that the user has not allowed', () => {
    const held = new ReviewedMetadata({ isReviewed: () => true, gate: gateOf(null) })
    const told = held.instructions(instructions)
    expect(request([], held.tools([tool, changed]), [...told])).not.toMatch(/OBEY|lab__run/)
    expect(definitionTexts(held.tools([tool, changed]), told)).toEqual([])
  })

  it('SEC-11-7 contains the previously allowed version of a changed tool and of changed instructions', () => {
    const gate = gateOf({ hash: 'old', definition: tool }, 'Wear goggles.')
    const held = new ReviewedMetadata({ isReviewed: () => true, gate })
    expect(held.tools([tool])).toEqual([tool])
    const catalog = held.tools([changed])
    const told = held.instructions(instructions)
    const made = request([], catalog, [...told])
    expect(made).toContain('Wear goggles.')
    expect(made).toContain('Runs.')
    expect(made).not.toContain(words)
    expect(JSON.stringify(definitionTexts(catalog, told))).not.toContain(words)
    expect(held.isHeld(changed)).toBe(true)
    expect(held.isHeld(tool)).toBe(false)
  })

  it('SEC-11-7 contains new metadata once it is allowed, and that of servers without review', () => {
    const gate = gateOf({ hash: 'new', definition: changed }, words)
    const held = new ReviewedMetadata({ isReviewed: () => true, gate })
    expect(request([], held.tools([changed]), [])).toContain(words)
    expect(request([], [], [...held.instructions(instructions)])).toContain(words)
    const open = new ReviewedMetadata({ isReviewed: () => false, gate: gateOf(null) })
    expect(request([], open.tools([changed]), [...open.instructions(instructions)])).toContain(words)
  })

  it('SEC-11-7 uses one object for a changed tool as long as it stays the same', () => {
    const held = new ReviewedMetadata({
      isReviewed: () => true,
      gate: gateOf({ hash: 'old', definition: tool })
    })
    expect(held.tools([changed])[0]).toBe(held.tools([changed])[0])
  })

  it('reports a mismatch without quoting a schema that the model did not get', () => {
    expect(say('conversation.changedMisfit', { tool: 'run' }).values).toEqual({ tool: 'run' })
  })
})
