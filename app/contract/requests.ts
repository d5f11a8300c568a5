/**
 * Requests of servers to the host: to query a model (sampling), to ask the user (elicitation). Plain versions of the
 * protocol's types, the same for every revision.
 */
import { z } from 'zod'
import { contentBlock } from './content-blocks'
import { jsonObject, jsonValue } from './json'

/** A content block of a sampling message: what a tool result may hold, and the model's use of the server's own tools. */
export const samplingContent = z.union([
  contentBlock,
  z.strictObject({
    type: z.literal('tool-use'),
    id: z.string(),
    name: z.string(),
    input: jsonObject,
    /** The server's own `_meta`, unchanged. */
    meta: jsonObject.optional()
  }),
  z.strictObject({
    type: z.literal('tool-result'),
    toolUseId: z.string(),
    content: z.array(contentBlock),
    structuredContent: jsonValue.nullable(),
    isError: z.boolean(),
    meta: jsonObject.optional()
  })
])
export type SamplingContent = z.infer<typeof samplingContent>

export type ToolUse = Extract<SamplingContent, { readonly type: 'tool-use' }>

/** What the model has to do with the tools of a request. */
export const toolChoices = ['auto', 'required', 'none'] as const

export const samplingMessage = z.strictObject({
  role: z.enum(['user', 'assistant']),
  content: z.array(samplingContent)
})
export type SamplingMessage = z.infer<typeof samplingMessage>

/** @spec 2025-11-25 client/sampling */
export const samplingRequest = z.strictObject({
  messages: z.array(samplingMessage),
  systemPrompt: z.string().nullable(),
  /** Parts of model names, the server's first wish first. */
  hints: z.array(z.string()),
  /** 0 to 1 each; null when the server says nothing. */
  priorities: z.strictObject({
    cost: z.number().nullable(),
    speed: z.number().nullable(),
    intelligence: z.number().nullable()
  }),
  maxTokens: z.number(),
  temperature: z.number().nullable(),
  stopSequences: z.array(z.string()),
  includeContext: z.enum(['none', 'this-server', 'all-servers']),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string(), inputSchema: jsonObject })),
  toolChoice: z.enum(toolChoices).nullable(),
  /** What the server wants to send to the provider; the provider's adapter decides what it passes. */
  metadata: jsonObject.nullable().optional()
})
export type SamplingRequest = z.infer<typeof samplingRequest>

export const samplingResult = z.strictObject({
  content: z.array(samplingContent),
  /** The provider's id of the model; `person` when the user wrote the answer. */
  model: z.string(),
  /** Value of the protocol: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`, or the provider's own. */
  stopReason: z.string().nullable()
})
export type SamplingResult = z.infer<typeof samplingResult>

/** A folder that servers may know of. */
export const rootEntry = z.strictObject({ uri: z.string(), name: z.string().nullable() })
export type Root = z.infer<typeof rootEntry>

/** A root and the servers that may know of it; absent: every server. */
export interface OfferedRoot extends Root {
  readonly servers?: readonly string[]
}

/** What one server may know of, in the order of the list. */
export function rootsFor(roots: readonly OfferedRoot[], serverName: string): Root[] {
  return roots
    .filter(({ servers }) => servers === undefined || servers.includes(serverName))
    .map(({ uri, name }) => ({ uri, name }))
}
