/** Permissions: their scope, and the conditions that every call under them must meet. */
import { z } from 'zod'
import { conversationId } from './content-blocks'
import { jsonValue, localizedText } from './json'
import { serverName } from './servers'
import { serverAct } from './server-act'

/** A JSON Pointer into the arguments of a call. */
const pointer = z.string().max(1_000)

/** A condition for every call under a permission. A call that doesn't meet it asks again. */
export const grantCondition = z.discriminatedUnion('type', [
  /** The argument (or each item of the list) is a path at or below `folder`; local links are resolved. */
  z.strictObject({ type: z.literal('path-below'), pointer, folder: z.string().min(1).max(4_096) }),
  /** The argument is an address with exactly this scheme and hostname, and its port unless it is the default. */
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
 * Scope of a permission: one tool in one conversation, the tools of a server in one conversation, one tool everywhere,
 * or a server's read-only tools everywhere.
 */
export const grantScopes = ['conversation', 'server-conversation', 'always', 'read-only'] as const
export type GrantScope = (typeof grantScopes)[number]

export const permissionGrant = z.strictObject({
  id: z.string(),
  scope: z.enum(grantScopes),
  serverName,
  /** null when it includes several tools. */
  toolName: z.string().nullable(),
  conversationId: conversationId.nullable(),
  conditions: z.array(grantCondition),
  /** null: no limit. */
  usesLeft: z.number().nullable(),
  /** Why it is not in effect now, a sentence; absent: it is, as far as known. */
  suspended: localizedText.optional(),
  createdAt: z.number()
})
export type Grant = z.infer<typeof permissionGrant>

export const trustedServer = z.strictObject({ serverName, act: serverAct, createdAt: z.number() })
export type TrustedServer = z.infer<typeof trustedServer>
