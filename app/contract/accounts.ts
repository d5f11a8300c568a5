/** Sign-ins at remote servers as the screen sees them: who, where, with which rights, until when. Never a token. */
import { z } from 'zod'
import { localizedText, warning } from './json'
import { serverName } from './servers'

export const accountStates = ['signed-out', 'signing-in', 'signed-in', 'needs-sign-in'] as const

/** One for each remote server that has asked for a sign-in. All texts but ours are untrusted. */
export const accountView = z.strictObject({
  serverName,
  state: z.enum(accountStates),
  /** Why it is in that state and how to go on; null when there is nothing to say. */
  reason: localizedText.nullable(),
  /** While the browser is open: how long the sign-in waits for the person, milliseconds since the epoch. */
  waitsUntil: z.number().optional(),
  /** The issuer doesn't say that it knows PKCE: the user may sign in there all the same. */
  canSignInAnyway: z.boolean().optional(),
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

/** What came of a trial, in words either way. */
export const accountTest = z.strictObject({ isOk: z.boolean(), message: localizedText })
export type AccountTest = z.infer<typeof accountTest>

/** A place where one may sign in. */
export const signInPlace = z.strictObject({
  issuer: z.string(),
  /** Host of the page that the browser opens, as it is looked up. */
  host: z.string(),
  /** Origin and path of that page. */
  address: z.string(),
  /** What is odd about it. */
  warnings: z.array(warning),
  /** It registers nobody by itself: the person has to name a client id. */
  needsClient: z.boolean(),
  /** Why the person has to say expressly that they know this place; null when there is no need. */
  doubt: localizedText.nullable(),
  /**
   * No browser is opened: the server itself wants a user name and a password, which take the place of the client's id and
   * secret in the answer. `realm`: what it calls what they are for. Absent: the browser is.
   */
  password: z.strictObject({ realm: z.string().nullable() }).optional()
})
export type SignInPlace = z.infer<typeof signInPlace>

export const signInQuestion = z.strictObject({
  type: z.literal('sign-in'),
  id: z.string().min(1).max(64),
  askedAt: z.number(),
  serverName,
  serverUrl: z.string(),
  /** Why it is asked now. */
  reason: localizedText,
  /** At least one; with several the person chooses. */
  places: z.array(signInPlace).min(1),
  /** All rights that are asked for; empty: those that the place gives by itself. */
  scopes: z.array(z.string()),
  /** Those of them that were not given before, where a sign-in stands already. */
  addedScopes: z.array(z.string()),
  /** Who was signed in until now; null when nobody was or it is not known. */
  account: z.string().nullable()
})
export type SignInQuestion = z.infer<typeof signInQuestion>

export const signInAnswer = z.strictObject({
  type: z.literal('sign-in'),
  decision: z.enum(['open-browser', 'cancel']),
  /** One of the places; absent: the only one. */
  issuer: z.string().max(8_192).optional(),
  /** Where the place needs it. */
  client: z
    .strictObject({ id: z.string().min(1).max(2_048), secret: z.string().max(2_048).optional() })
    .optional(),
  /** The person knows the place in spite of its `doubt`. */
  acceptsDoubt: z.boolean().optional()
})
export type SignInAnswer = z.infer<typeof signInAnswer>
