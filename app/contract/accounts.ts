/** Sign-ins at remote servers as the screen sees them: who, where, with which rights, until when. Never a token. */
import { z } from 'zod'
import { serverName } from './servers'

export const accountStates = ['signed-out', 'signing-in', 'signed-in', 'needs-sign-in'] as const

/** One for each remote server that has asked for a sign-in. All texts but ours are untrusted. */
export const accountView = z.strictObject({
  serverName,
  state: z.enum(accountStates),
  /** Why it is in that state and how to go on, a sentence; null when there is nothing to say. */
  reason: z.string().nullable(),
  /** While the browser is open: how long the sign-in waits for the person, milliseconds since the epoch. */
  waitsUntil: z.number().optional(),
  /** Who is signed in, as the authorization server says; null when it does not. */
  name: z.string().nullable(),
  issuer: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Of the token in use, milliseconds since the epoch; null when it is not known. */
  expiresAt: z.number().nullable(),
  /** Whether there are tokens that signing out would take back, whatever the state: after trouble they are kept. */
  holdsTokens: z.boolean(),
  /** Whether the sign-in outlives its token without the person. */
  isRenewable: z.boolean(),
  /** What the server knows Parley as; null when there is none yet. */
  clientId: z.string().nullable()
})
export type AccountView = z.infer<typeof accountView>

/** What came of a trial: a sentence either way. */
export const accountTest = z.strictObject({ isOk: z.boolean(), message: z.string() })
export type AccountTest = z.infer<typeof accountTest>
