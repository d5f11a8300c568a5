/**
 * Converts sampling between the wire format and the contract's, for all revisions. A message has one block or a list of
 * blocks; servers of the older revisions accept only one block in an answer. Invalid requests are refused here and
 * never shown.
 *
 * @spec 2025-11-25 client/sampling
 */
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/client'
import { z } from 'zod'
import { longestEdge, longestImageEdge } from '../../base/image-dimensions'
import type { ContentBlock } from '../../contract/content-blocks'
import type { JsonObject } from '../../contract/json'
import type {
  SamplingContent,
  SamplingRequest,
  SamplingResult,
  SamplingMessage
} from '../../contract/requests'
import { isFitToKeep, toContentBlocks } from '../protocol/content'
import { isJsonFields } from '../protocol/json-fields'
import type { JsonFields } from '../protocol/json-fields'
import { findSchemaProblem } from '../schemas/schema-check'
import { invalidParams, readParams } from './invalid-params'
import { normalizeSampling } from './normalize-request'
import { toEnglish } from '../../texts/render-localized'

/** Per request: entries of lists; characters of all its text; characters of base64 of all its media (9 MB). */
const limits = { messages: 1_000, blocks: 1_000, tools: 128, stops: 100, hints: 100, short: 1_000 }
const sizeLimits = { text: 1_000_000, media: 12 * 1_048_576 }
/** The first revision with lists of blocks in messages. */
const firstWithLists = '2025-11-25'
const mediaTypes: ReadonlySet<unknown> = new Set(['text', 'image', 'audio'])

const anyObject = z.custom<JsonFields>((value) => isJsonFields(value), 'must be an object')
const priority = z.number().min(0).max(1).nullish()
const shortText = z.string().max(limits.short)

const wireRequest = z.object({
  messages: z
    .array(
      z.object({ role: z.enum(['user', 'assistant']), content: z.union([z.array(anyObject), anyObject]) })
    )
    .min(1)
    .max(limits.messages),
  systemPrompt: z.string().nullish(),
  modelPreferences: z
    .object({
      hints: z
        .array(z.object({ name: shortText.optional() }))
        .max(limits.hints)
        .nullish(),
      costPriority: priority,
      speedPriority: priority,
      intelligencePriority: priority
    })
    .nullish(),
  maxTokens: z.int().min(1),
  temperature: z.number().min(0).max(2).nullish(),
  stopSequences: z.array(shortText).max(limits.stops).nullish(),
  includeContext: z.enum(['none', 'thisServer', 'allServers']).nullish(),
  tools: z
    .array(
      z.object({
        name: z.string().min(1).max(256),
        description: z.string().optional(),
        inputSchema: anyObject
      })
    )
    .max(limits.tools)
    .nullish(),
  toolChoice: z.object({ mode: z.enum(['auto', 'required', 'none']).default('auto') }).nullish(),
  metadata: anyObject.nullish()
})

const wireToolUse = z.object({
  id: shortText.min(1),
  name: shortText.min(1),
  input: anyObject,
  _meta: anyObject.nullish()
})
const wireToolResult = z.object({
  toolUseId: shortText.min(1),
  content: z.array(z.unknown()).default([]),
  structuredContent: z.unknown().optional(),
  isError: z.boolean().nullish(),
  _meta: anyObject.nullish()
})

const contexts = { none: 'none', thisServer: 'this-server', allServers: 'all-servers' } as const

/** @throws ProtocolError -32602 */
export function readSampling(params: unknown): SamplingRequest {
  const wire = readParams(wireRequest, normalizeSampling(params))
  const messages = wire.messages.map(({ role, content }) => ({
    role,
    content: (Array.isArray(content) ? content : [content]).map(readContent)
  }))
  checkToolUses(messages)
  const request: SamplingRequest = {
    messages,
    systemPrompt: wire.systemPrompt ?? null,
    hints: (wire.modelPreferences?.hints ?? []).flatMap(({ name }) => name || []),
    priorities: {
      cost: wire.modelPreferences?.costPriority ?? null,
      speed: wire.modelPreferences?.speedPriority ?? null,
      intelligence: wire.modelPreferences?.intelligencePriority ?? null
    },
    maxTokens: wire.maxTokens,
    temperature: wire.temperature ?? null,
    stopSequences: wire.stopSequences ?? [],
    includeContext: contexts[wire.includeContext ?? 'none'],
    tools: (wire.tools ?? []).map(readTool),
    toolChoice: wire.toolChoice?.mode ?? null,
    ...readMetadata(wire.metadata)
  }
  checkSize(request)
  return request
}

function readTool(tool: {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: JsonFields
}): SamplingRequest['tools'][number] {
  const problem = findSchemaProblem(tool.inputSchema)
  if (problem !== null) throw invalidParams(`the tool "${tool.name}": ${toEnglish(problem)}`)
  return {
    name: tool.name,
    description: tool.description ?? '',
    inputSchema: tool.inputSchema as JsonObject
  }
}

function readContent(block: JsonFields): SamplingContent {
  if (block['type'] === 'tool_use') {
    const { id, name, input, _meta } = readParams(wireToolUse, block)
    if (!isFitToKeep(input)) throw invalidParams('the input of a tool use nests too deeply')
    return { type: 'tool-use', id, name, input: input as JsonObject, ...readMeta(_meta) }
  }
  if (block['type'] === 'tool_result') return readToolResult(block)
  const [read] = mediaTypes.has(block['type']) ? toContentBlocks(block) : []
  if (read === undefined || read.type === 'unknown')
    throw invalidParams('a message holds content of an unknown form')
  if ('data' in read && !read.mimeType.startsWith(`${read.type}/`))
    throw invalidParams(`the type of an ${read.type} is something else`)
  if ('data' in read && !isBase64(read.data)) throw invalidParams(`the data of an ${read.type} isn't base64`)
  checkEdges(read)
  return read
}

function checkEdges(block: ContentBlock): void {
  if (block.type === 'image' && (longestEdge(block.data) ?? 0) > longestImageEdge)
    throw invalidParams(`an image is more than ${longestImageEdge} pixels wide or high`)
}

function readToolResult(block: JsonFields): SamplingContent {
  const { toolUseId, content, structuredContent, isError, _meta } = readParams(wireToolResult, block)
  if (structuredContent !== undefined && !isFitToKeep(structuredContent))
    throw invalidParams('the structured content of a tool result nests too deeply')
  const results = toContentBlocks(content)
  results.forEach(checkEdges)
  return {
    type: 'tool-result',
    toolUseId,
    content: results,
    structuredContent: structuredContent ?? null,
    isError: isError === true,
    ...readMeta(_meta)
  }
}

/** Stays with the block, so that the server can recognize it. @spec 2025-11-25 schema#ToolUseContent */
function readMeta(meta: JsonFields | null | undefined): { readonly meta?: JsonObject } {
  if (meta === undefined || meta === null) return {}
  if (!isFitToKeep(meta)) throw invalidParams('the _meta of a block nests too deeply')
  return { meta: meta as JsonObject }
}

function readMetadata(metadata: JsonFields | null | undefined): { readonly metadata?: JsonObject } {
  if (metadata === undefined || metadata === null) return {}
  if (!isFitToKeep(metadata)) throw invalidParams('the metadata nests too deeply')
  return { metadata: metadata as JsonObject }
}

function isBase64(data: string): boolean {
  return /^[A-Za-z0-9+/\-_\s]*={0,2}\s*$/.test(data)
}

function checkSize(request: SamplingRequest): void {
  const blocks = request.messages.flatMap(({ content }) => content)
  if (blocks.length > limits.blocks) throw invalidParams(`more than ${limits.blocks} content blocks`)
  const media = blocks.reduce((sum, block) => sum + ('data' in block ? block.data.length : 0), 0)
  if (media > sizeLimits.media) throw invalidParams('more media than Parley accepts in one request')
  const texts = blocks.filter((block) => !('data' in block))
  const size = JSON.stringify([texts, request.systemPrompt, request.metadata]).length
  if (size > sizeLimits.text + limits.blocks)
    throw invalidParams('more text than Parley accepts in one request')
}

/**
 * The answer for the server. Only a server that offered tools, in a revision with lists, gets a list of blocks.
 * @throws ProtocolError -32603 for content that no server could receive
 */
export function writeSampling(
  result: SamplingResult,
  server: { readonly revision: string; readonly hasTools: boolean }
): JsonFields {
  const blocks = result.content.map(writeContent)
  const mayBeList = server.hasTools && server.revision >= firstWithLists
  return {
    role: 'assistant',
    content: mayBeList && blocks.length !== 1 ? blocks : joinBlocks(blocks),
    model: result.model,
    ...(result.stopReason === null ? {} : { stopReason: result.stopReason })
  }
}

/** Joins all texts; without a text, returns the first block. */
function joinBlocks(blocks: readonly JsonFields[]): JsonFields {
  const texts = blocks.filter((block) => block['type'] === 'text').map((block) => String(block['text']))
  const [first] = blocks
  if (texts.length > 0 || first === undefined) return { type: 'text', text: texts.join('\n\n') }
  return first
}

function writeContent(block: SamplingContent): JsonFields {
  switch (block.type) {
    case 'text':
    case 'image':
    case 'audio':
      return { ...block }
    case 'tool-use':
      return {
        type: 'tool_use',
        id: block.id,
        name: block.name,
        input: block.input,
        ...(block.meta && { _meta: block.meta })
      }
    default:
      throw unsendable(block)
  }
}

function unsendable({ type }: SamplingContent | ContentBlock): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InternalError, `The answer holds content of the type ${type}`)
}

/** @throws ProtocolError -32602 */
function checkToolUses(messages: readonly SamplingMessage[]): void {
  let open = new Set<string>()
  for (const { role, content } of messages) {
    const results = content.filter((block) => block.type === 'tool-result')
    if (results.length > 0 && (role !== 'user' || results.length < content.length))
      throw invalidParams('tool results must be in a separate user message')
    for (const { toolUseId } of results) {
      if (!open.delete(toolUseId)) throw invalidParams(`a tool result refers to no tool use: "${toolUseId}"`)
    }
    if (open.size > 0) throw invalidParams('a tool use has no result in the message after it')
    open = new Set(readUses(role, content))
  }
}

function readUses(role: SamplingMessage['role'], content: readonly SamplingContent[]): string[] {
  const ids = content.flatMap((block) => (block.type === 'tool-use' ? block.id : []))
  if (ids.length > 0 && role !== 'assistant') throw invalidParams('only the assistant uses tools')
  if (new Set(ids).size < ids.length) throw invalidParams('two tool uses have the same id')
  return ids
}
