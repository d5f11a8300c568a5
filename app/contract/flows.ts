/** Sources of text in a conversation, and passages of that text in the arguments of a call. */
import { z } from 'zod'
import { importSources } from './conversation/import-limits'
import { conversationId } from './content-blocks'
import { localizedText } from './json'
import { serverName } from './servers'

/** Who brought a text into the conversation. Text of the user or the model has no origin. */
export const textOrigin = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tool'), serverName, toolName: z.string() }),
  z.strictObject({ type: z.literal('resource'), serverName, uri: z.string() }),
  z.strictObject({ type: z.literal('prompt'), serverName, name: z.string() }),
  /** A server's definition of one of its tools or, with null, its own description. */
  z.strictObject({ type: z.literal('definition'), serverName, toolName: z.string().nullable() }),
  /** From an imported conversations file. Asked about every time, because its author is unknown. */
  z.strictObject({ type: z.literal('imported'), source: z.enum(importSources) }),
  /**
   * Looks like a secret, from any source. `kind`: a name such as `an API key`, saved with permissions; the window
   * translates it.
   */
  z.strictObject({ type: z.literal('secret'), kind: z.string() }),
  /** Too much text to compare: its content is unknown. */
  z.strictObject({ type: z.literal('unread') })
])
export type TextOrigin = z.infer<typeof textOrigin>

/** A passage in the arguments of a call that didn't come from the user, the model or the tool itself. */
export const dataFlow = z.strictObject({
  /** JSON pointer to the text or number in the arguments. */
  path: z.string(),
  /** The passage is in the property name at that path, not in the value. */
  isName: z.literal(true).optional(),
  /** Offsets in that text, in UTF-16 units; the passage may be encoded there. */
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  /** The passage as written in the arguments, cut when it is long. */
  excerpt: z.string(),
  origin: textOrigin
})
export type DataFlow = z.infer<typeof dataFlow>

/** Text of one server may go to another one, in any form. */
export const flowPermission = z.strictObject({
  id: z.string(),
  from: serverName,
  to: serverName,
  /** Tool of the receiving server; null: all its tools. */
  toolName: z.string().nullable(),
  /** null: in every conversation. */
  conversationId: conversationId.nullable(),
  /** Milliseconds since the epoch; null: no limit. */
  endsAt: z.number().nullable(),
  /** Calls that may still send text under it; absent: any number. */
  usesLeft: z.number().int().optional(),
  createdAt: z.number(),
  /** Why it is not in effect now; absent: it is. */
  suspended: localizedText.optional()
})
export type FlowPermission = z.infer<typeof flowPermission>

/** Data sharing that a permission for a call includes: to its tool, or to all tools of its server. */
export const dataSharingExtents = ['tool', 'server'] as const
export type DataSharingExtent = (typeof dataSharingExtents)[number]
