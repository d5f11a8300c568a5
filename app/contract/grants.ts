/** Permissions: their scope, and the conditions that every call under them must meet. */
import { z } from 'zod'
import { conversationId } from './content-blocks'
import { jsonValue, localizedText } from './json'
import { serverName } from './servers'
import { serverAct } from './server-act'

/** A JSON Pointer into the arguments of a call. */
const pointer = z.string().max(1_000)

/** What every call under a grant must keep to. A call outside of it asks again. */
export const grantCondition = z.discriminatedUnion('type', [
  /** The argument (or each item of the list) is a path at or below `folder`, links followed where it is on this computer. */
  z.strictObject({ type: z.literal('path-below'), pointer, folder: z.string().min(1).max(4_096) }),
  /** The argument is an address of exactly this scheme and host, with its port where it is not the usual one. */
  z.strictObject({
    type: z.literal('host-is'),
    pointer,
    host: z.string().min(1).max(300),
    /** Absent: https. */
    scheme: z.enum(['https', 'http', 'wss', 'ws']).optional()
  }),
  z.strictObject({ type: z.literal('one-of'), pointer, values: z.array(jsonValue).min(1).max(50) }),
  /** Calls after the one that the permission was given with. */
  z.strictObject({ type: z.literal('at-most'), calls: z.number().int().min(1).max(10_000) }),
  /** Milliseconds since the epoch. */
  z.strictObject({ type: z.literal('until'), at: z.number().int() })
])
export type GrantCondition = z.infer<typeof grantCondition>

/**
 * How far a permission reaches: one tool in one conversation, the tools of a server in one conversation, one tool
 * everywhere, the tools of a server that are declared read-only everywhere.
 */
export const grantScopes = ['conversation', 'server-conversation', 'always', 'read-only'] as const
export type GrantScope = (typeof grantScopes)[number]

export const permissionGrant = z.strictObject({
  id: z.string(),
  scope: z.enum(grantScopes),
  serverName,
  /** null where it reaches several tools. */
  toolName: z.string().nullable(),
  conversationId: conversationId.nullable(),
  conditions: z.array(grantCondition),
  /** null: no limit. */
  usesLeft: z.number().nullable(),
  /** Why it does not hold at present, a sentence; absent: it holds, as far as is known. */
  suspended: localizedText.optional(),
  createdAt: z.number()
})
export type Grant = z.infer<typeof permissionGrant>

export const trustedServer = z.strictObject({ serverName, act: serverAct, createdAt: z.number() })
export type TrustedServer = z.infer<typeof trustedServer>
