/** What servers offer besides tools: resources, templates, prompts, and completion of their arguments. */
import { z } from 'zod'
import { contentBlock } from './content-blocks'
import { jsonObject, localizedText } from './json'
import { icon, serverName } from './servers'

/** @spec 2025-11-25 server/resources#annotations */
export const resourceAnnotations = z.strictObject({
  audience: z.array(z.enum(['user', 'assistant'])),
  /** 0 (optional) to 1 (required); null when the server says nothing. */
  priority: z.number().nullable(),
  /** As the server wrote it, ISO 8601; null when it says nothing. */
  lastModified: z.string().nullable()
})

export const resourceView = z.strictObject({
  serverName,
  uri: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  mimeType: z.string().nullable(),
  /** Bytes, as the server says. */
  size: z.number().nullable(),
  annotations: resourceAnnotations,
  /** `_meta` as the server sent it. */
  meta: jsonObject.optional(),
  icons: z.array(icon),
  /** It is the main file of a skill: its content is compared with the server's list of skills. */
  isSkill: z.boolean()
})
export type ResourceView = z.infer<typeof resourceView>

export const resourceTemplateView = z.strictObject({
  serverName,
  /** RFC 6570 */
  uriTemplate: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  mimeType: z.string().nullable(),
  /** Names of the template's variables in order; empty when the template can't be read. */
  variables: z.array(z.string()),
  icons: z.array(icon),
  problem: localizedText.nullable()
})
export type ResourceTemplateView = z.infer<typeof resourceTemplateView>

export const resourceContents = z.strictObject({
  uri: z.string(),
  mimeType: z.string().nullable(),
  text: z.string().nullable(),
  /** base64 */
  blob: z.string().nullable(),
  /** `_meta` as the server sent it. */
  meta: jsonObject.optional(),
  /** The server wrote `meta` instead of `_meta`. Parley doesn't read it. */
  hasMisnamedMeta: z.literal(true).optional()
})
export type ResourceContents = z.infer<typeof resourceContents>

/** Resources of one server. A failed listing has the reason and the resources that were read before. */
export const resourceListing = z.strictObject({
  serverName,
  resources: z.array(resourceView),
  templates: z.array(resourceTemplateView),
  problem: localizedText.nullable()
})
export type ResourceListing = z.infer<typeof resourceListing>

export const promptArgument = z.strictObject({
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  isRequired: z.boolean()
})

export const promptView = z.strictObject({
  serverName,
  name: z.string(),
  title: z.string().nullable(),
  description: z.string(),
  arguments: z.array(promptArgument),
  icons: z.array(icon)
})
export type PromptView = z.infer<typeof promptView>

export const promptMessage = z.strictObject({ role: z.enum(['user', 'assistant']), content: contentBlock })
export type PromptMessage = z.infer<typeof promptMessage>

export const promptResult = z.strictObject({
  description: z.string().nullable(),
  messages: z.array(promptMessage)
})
export type PromptResult = z.infer<typeof promptResult>

export const completionReference = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('prompt'), name: z.string() }),
  z.strictObject({ type: z.literal('resource'), uriTemplate: z.string() })
])
export type CompletionReference = z.infer<typeof completionReference>

export const completion = z.strictObject({
  values: z.array(z.string()),
  /** How many there are in all; null when the server does not say. */
  total: z.number().nullable(),
  hasMore: z.boolean()
})
export type Completion = z.infer<typeof completion>
