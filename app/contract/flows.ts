/** Where text in a conversation came from, and which of it stands in the arguments of a call. */
import { z } from 'zod'
import { importSources } from './archives/import-limits'
import { conversationId } from './content-blocks'
import { localizedText } from './json'
import { serverName } from './servers'

/** Who brought a text into the conversation. What the person or the model wrote has no origin that is told of. */
export const textOrigin = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('tool'), serverName, toolName: z.string() }),
  z.strictObject({ type: z.literal('resource'), serverName, uri: z.string() }),
  z.strictObject({ type: z.literal('prompt'), serverName, name: z.string() }),
  /** What a server says of a tool of its, or, with null, of itself. */
  z.strictObject({ type: z.literal('definition'), serverName, toolName: z.string().nullable() }),
  /** It came with a file of conversations; asked about every time, as nobody stands behind it. */
  z.strictObject({ type: z.literal('imported'), source: z.enum(importSources) }),
  /** It looks like a secret, wherever it came from. `kind`: a name such as `an API key`, kept with permissions; the window words it. */
  z.strictObject({ type: z.literal('secret'), kind: z.string() }),
  /** Too much text to be compared: what is in it is not known. */
  z.strictObject({ type: z.literal('unread') })
])
export type TextOrigin = z.infer<typeof textOrigin>

/** A passage in the arguments of a call that came from elsewhere than the person, the model and the tool itself. */
export const dataFlow = z.strictObject({
  /** JSON pointer to the text or number in the arguments. */
  path: z.string(),
  /** The passage stands in the name at that path, not in the value. */
  isName: z.literal(true).optional(),
  /** Offsets in that text, in UTF-16 units; the passage may stand there encoded. */
  start: z.number().int().min(0),
  end: z.number().int().min(0),
  /** The passage as it stands in the arguments, cut where it is long. */
  excerpt: z.string(),
  origin: textOrigin
})
export type DataFlow = z.infer<typeof dataFlow>

/** Text of one server may go to another one, whatever it looks like there. */
export const flowPermission = z.strictObject({
  id: z.string(),
  from: serverName,
  to: serverName,
  /** Of the receiver; null: all its tools. */
  toolName: z.string().nullable(),
  /** null: in every conversation. */
  conversationId: conversationId.nullable(),
  /** Milliseconds since the epoch; null: no limit. */
  endsAt: z.number().nullable(),
  /** Calls that may still carry text under it; absent: any number. */
  usesLeft: z.number().int().optional(),
  createdAt: z.number(),
  /** Why it does not hold at present; absent: it holds. */
  suspended: localizedText.optional()
})
export type FlowPermission = z.infer<typeof flowPermission>

/** What a longer yes to a call permits of the flows that it is asked about: to its tool, or to all tools of its server. */
export const dataSharingExtents = ['tool', 'server'] as const
export type DataSharingExtent = (typeof dataSharingExtents)[number]
