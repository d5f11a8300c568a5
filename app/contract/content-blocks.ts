/** Content blocks of messages, results and resources, and their ids. */
import { z } from 'zod'
import { jsonValue } from './json'

export const conversationId = z.string().min(1).max(64)
export const messageId = z.string().min(1).max(64)
export const callId = z.string().min(1).max(64)

/** `<provider name>/<model id>` or `direct`. */
export const modelId = z.string().min(1).max(300)
/** The audience of a block and its importance: hints only. @spec 2025-06-18 server/tools#tool-result */
export const contentAnnotations = z.strictObject({
  /** Empty: all. */
  audience: z.array(z.enum(['user', 'assistant'])),
  /** 0 (optional) to 1 (required); null when the server gives none. */
  priority: z.number().nullable()
})
export type ContentAnnotations = z.infer<typeof contentAnnotations>

/** Absent when the server gives none. */
const annotated = { annotations: contentAnnotations.optional() }

/** A content block of a tool result. Blocks of unknown type are kept unchanged under `raw`. */
export const contentBlock = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('text'), text: z.string(), ...annotated }),
  /** `data` is base64. */
  z.strictObject({ type: z.literal('image'), mimeType: z.string(), data: z.string(), ...annotated }),
  z.strictObject({ type: z.literal('audio'), mimeType: z.string(), data: z.string(), ...annotated }),
  z.strictObject({
    type: z.literal('resource'),
    uri: z.string(),
    mimeType: z.string().nullable(),
    text: z.string().nullable(),
    /** base64 */
    blob: z.string().nullable(),
    ...annotated
  }),
  z.strictObject({
    type: z.literal('resource-link'),
    uri: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    mimeType: z.string().nullable(),
    ...annotated
  }),
  z.strictObject({ type: z.literal('unknown'), raw: jsonValue })
])
export type ContentBlock = z.infer<typeof contentBlock>
