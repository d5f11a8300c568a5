/**
 * The stored record of the sign-in at one server, one secret in the vault: Parley's clients, by issuer, and the tokens
 * with everything needed to renew and revoke them. One write saves all of it, so that a crash leaves the old or the new
 * state and nothing between.
 */
import { z } from 'zod'
import type { SecretRegistry } from '../../base/logger'
import { accountPrefix } from '../../settings/definition'

const text = z.string().max(65_536)

const client = z.object({
  client_id: text.min(1).max(2_048),
  client_secret: text.max(4_096).optional(),
  /** Seconds since the epoch; 0: never. */
  client_secret_expires_at: z.number().optional(),
  token_endpoint_auth_method: text.max(100).optional(),
  /** The scopes that it was registered for; absent: any. */
  scope: text.optional(),
  /** The address that it was registered with; null: it comes from the user or the settings. */
  redirectUri: text.nullable()
})
export type StoredClient = z.infer<typeof client>

/** Endpoints for renewal and revocation, as of the time when the tokens were granted. */
const place = z.object({
  issuer: text,
  /** As named by the server. */
  url: text,
  metadata: z.record(z.string(), z.unknown()).nullable()
})

const session = z.object({
  place,
  /** The server that the tokens are for: they are never sent elsewhere. */
  serverUrl: text,
  resource: text.nullable(),
  accessToken: text.min(1),
  refreshToken: text.nullable(),
  /** Milliseconds since the epoch. */
  expiresAt: z.number().nullable(),
  renewAt: z.number().nullable(),
  /** Requested and granted scopes, as far as they are known. */
  requestedScopes: z.array(text),
  scopes: z.array(text),
  name: text.nullable(),
  proofKey: z.record(z.string(), z.string()).nullable(),
  /** The token is the user's name and password, which can't be renewed or revoked; absent: a regular token. */
  scheme: z.literal('basic').optional()
})
export type Session = z.infer<typeof session>

/** The user's identity at their organization, where it grants the access. */
const identity = z.object({
  place,
  client,
  idToken: text.min(1),
  refreshToken: text.nullable(),
  /** Of the token, milliseconds since the epoch. */
  expiresAt: z.number(),
  name: text.nullable()
})
export type Identity = z.infer<typeof identity>

const record = z.object({
  version: z.literal(1),
  clients: z.record(z.string(), client),
  session: session.nullable(),
  /** The account that was signed in last, if its name is known. */
  name: text.nullable().optional(),
  identity: identity.nullable().optional(),
  /** Issuers without PKCE support in their metadata that the user accepted. */
  withoutPkce: z.array(text).max(50).optional(),
  /** Issuers that list `offline_access` and rejected it: Parley doesn't request it there again. */
  withoutOffline: z.array(text).max(50).optional(),
  /** The user signed out: Parley doesn't ask before the user signs in again. */
  isSignedOut: z.boolean()
})
export type AccountRecord = z.infer<typeof record>

export const emptyRecord: AccountRecord = { version: 1, clients: {}, session: null, isSignedOut: false }

export interface AccountSecrets {
  read(name: string): Promise<string | null>
  write(name: string, value: string): Promise<void>
  remove(name: string): Promise<void>
}

export interface RecordStoreOptions {
  readonly secrets: AccountSecrets
  readonly secretRegistry: Pick<SecretRegistry, 'add' | 'redactDeep'>
}

/** The record of one server. */
export interface RecordStore {
  /** Null when there is none or it can't be read. */
  read(): Promise<AccountRecord | null>
  /** @throws HostError VAULT_WRITE_FAILED */
  write(record: AccountRecord): Promise<void>
  remove(): Promise<void>
}

export function createRecordStore(serverName: string, options: RecordStoreOptions): RecordStore {
  const name = accountPrefix + serverName
  return {
    read: async () => {
      const kept = parse(await options.secrets.read(name))
      if (kept !== null) hideSecrets(kept, options.secretRegistry)
      return kept
    },
    write: async (next) => {
      hideSecrets(next, options.secretRegistry)
      await options.secrets.write(name, JSON.stringify(next))
    },
    remove: () => options.secrets.remove(name)
  }
}

function parse(stored: string | null): AccountRecord | null {
  if (stored === null) return null
  try {
    return record.parse(JSON.parse(stored))
  } catch {
    return null // the user signs in again
  }
}

function hideSecrets(kept: AccountRecord, registry: Pick<SecretRegistry, 'add'>): void {
  const { clients, session: held, identity: person } = kept
  const secrets = [held?.accessToken, held?.refreshToken, held?.proofKey?.['d']]
  secrets.push(person?.idToken, person?.refreshToken, person?.client.client_secret)
  for (const each of Object.values(clients)) secrets.push(each.client_secret)
  if (held?.scheme === 'basic') secrets.push(passwordIn(held.accessToken))
  for (const value of secrets) registry.add(value ?? '')
}

/** @spec RFC 7617 */
function passwordIn(token: string): string {
  const text = Buffer.from(token, 'base64').toString()
  return text.slice(text.indexOf(':') + 1)
}

/** The clients of the record, with the one that a sign-in or a renewal used, if any. */
export function withClient(
  { clients }: AccountRecord,
  { place }: Session,
  client: StoredClient | null
): AccountRecord['clients'] {
  return client === null ? clients : { ...clients, [place.issuer]: client }
}

/** Without the client that Parley registered at the issuer: the next sign-in registers again. Clients of the user stay. */
export function withoutClient(record: AccountRecord, issuer: string | undefined): AccountRecord {
  const isGone = ([at, { redirectUri }]: [string, StoredClient]) => at === issuer && redirectUri !== null
  return {
    ...record,
    clients: Object.fromEntries(Object.entries(record.clients).filter((each) => !isGone(each)))
  }
}

/** After the session was rejected, and possibly the client too. The name of the account is kept. */
export function forgetSession(record: AccountRecord, clientRefusedBy?: string): AccountRecord {
  const { session, name } = record
  return { ...withoutClient(record, clientRefusedBy), session: null, name: session?.name ?? name }
}

/** Remembers issuers without PKCE that the user accepted, and issuers that rejected `offline_access`. */
export function withIssuers(
  { withoutPkce = [], withoutOffline = [] }: AccountRecord,
  { place }: Session,
  is: { readonly anyway: boolean; readonly withoutOffline: boolean | undefined }
): Pick<AccountRecord, 'withoutPkce' | 'withoutOffline'> {
  const isUnsaid = place.metadata !== null && place.metadata['code_challenge_methods_supported'] == null
  const add = (issuers: readonly string[]) => [...new Set([...issuers, place.issuer])].slice(-50)
  return {
    ...(is.anyway && isUnsaid ? { withoutPkce: add(withoutPkce) } : {}),
    ...(is.withoutOffline === true ? { withoutOffline: add(withoutOffline) } : {})
  }
}
