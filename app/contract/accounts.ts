/** Sign-ins at remote servers for the screen: account, issuer, scopes, expiry. Never a token. */
import { z } from 'zod'
import { defineCall } from './approval/call-row'
import { needs } from './approval/approval'
import { localizedText, warning } from './json'
import { serverName } from './servers'

export const accountStates = ['signed-out', 'signing-in', 'signed-in', 'needs-sign-in'] as const

/** One for each remote server that has required a sign-in. All texts except Parley's own are untrusted. */
export const accountView = z.strictObject({
  serverName,
  state: z.enum(accountStates),
  /** Reason for the state and the next step; null when there is nothing to say. */
  reason: localizedText.nullable(),
  /** While the browser is open: when the sign-in times out, milliseconds since the epoch. */
  waitsUntil: z.number().optional(),
  /** The issuer doesn't list PKCE support: the user may sign in anyway. */
  canSignInAnyway: z.boolean().optional(),
  /** Name of the account, as reported by the authorization server; null when it reports none. */
  name: z.string().nullable(),
  issuer: z.string().nullable(),
  scopes: z.array(z.string()),
  /** Of the token in use, milliseconds since the epoch; null when unknown. */
  expiresAt: z.number().nullable(),
  /** Whether there are tokens that signing out would revoke, in any state: Parley keeps them after an error. */
  holdsTokens: z.boolean(),
  /** Whether Parley can renew the token without the user. */
  isRenewable: z.boolean(),
  /** Parley's client id at the server; null when there is none yet. */
  clientId: z.string().nullable()
})
export type AccountView = z.infer<typeof accountView>

/** Result of a test, as a message for success and failure. */
export const accountTest = z.strictObject({ isOk: z.boolean(), message: localizedText })
export type AccountTest = z.infer<typeof accountTest>

/** A place where the user can sign in. */
export const signInPlace = z.strictObject({
  issuer: z.string(),
  /** Hostname of the page that the browser opens, in normalized form. */
  host: z.string(),
  /** Origin and path of that page. */
  address: z.string(),
  /** Warnings about unusual properties of the place. */
  warnings: z.array(warning),
  /** The place has no dynamic client registration: the user has to enter a client id. */
  needsClient: z.boolean(),
  /** Why the user has to confirm that they know this place; null when no confirmation is needed. */
  doubt: localizedText.nullable(),
  /**
   * Set when no browser opens: the server asks for a user name and a password. The answer sends them as client id and
   * secret. `realm`: the server's name for the protected area. Absent: the browser opens.
   */
  password: z.strictObject({ realm: z.string().nullable() }).optional()
})
export type SignInPlace = z.infer<typeof signInPlace>

/** What the user can do with a sign-in, and the proof that it needs. */
const accountActs = {
  /** Asks before it opens the browser, and returns at once. The account's state shows the result. */
  'sign-in': needs('runs', 'press'),
  /** Also if the issuer doesn't list PKCE. */
  'sign-in-anyway': needs('runs', 'press'),
  /** Cancels a sign-in that waits for the browser. */
  cancel: null,
  /** Opens the page of a waiting sign-in again. */
  'open-page': needs('opens', 'press'),
  /** Copies the address of this page. */
  'copy-address': needs('opens', 'press'),
  /** Revokes the tokens if the server supports that, and deletes them. Restarts a running server. */
  'sign-out': needs('runs', 'press'),
  /** Signs out and deletes Parley's registration. The next sign-in registers again. */
  'forget-client': needs('runs', 'press')
} as const
type AccountAct = keyof typeof accountActs

export const accountCalls = {
  /** Signs in or out, or continues a sign-in that waits for the browser. */
  'account.act': defineCall({
    approval: ({ act }) => accountActs[act],
    input: z.strictObject({ serverName, act: z.enum(Object.keys(accountActs) as AccountAct[]) }),
    output: z.null()
  }),
  /** Makes a second connection with the current sign-in. */
  'account.test': {
    approval: needs('sends', 'press'),
    input: z.strictObject({ serverName }),
    output: accountTest
  }
} as const
