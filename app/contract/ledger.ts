/** The activity log for the screen: who received what, when, and by whose decision. Never the complete content. */
import { z } from 'zod'
import { needs } from './approval/approval'
import { defineCall } from './approval/call-row'
import { localizedText } from './json'

export const ledgerRecipientTypes = [
  'model',
  'server',
  'link',
  /** Addresses that Parley contacts itself: sign-in pages, icons, the activity log collector. */
  'address'
] as const

/** Kinds of records. */
export const ledgerKinds = [
  'conversation',
  'sampling request',
  /** A file of the user, recorded each time it is newly sent; `subject` is its name. */
  'file',
  'tool call',
  'prompt arguments',
  'resource address',
  'completion',
  /** The user wrote it as JSON; `subject` is its method. */
  'message',
  'form answer',
  'sampling answer',
  'folders',
  'log level',
  'subscription',
  /** The user ended its questions, a call or the server itself; `subject` names it. */
  'stop',
  'link',
  /** A page of a model was opened in the browser; `subject` is its kind. */
  'preview',
  'sign-in',
  'icon',
  /** A server was contacted or started; the excerpt names what it was sent or given. */
  'connection',
  /** A provider was asked for its models. */
  'model list',
  /** A program on this computer was asked to download a model; `subject` names it. */
  'model pull',
  /**
   * A sandboxed server or the page of a view requested a host, or its connection there ended; `subject` is the server,
   * the excerpt has the result.
   */
  'reach',
  /** The page of a view wanted to use a device; `subject` is the permission, the excerpt has the result. */
  'view permission',
  /** A sandboxed server reported a blocked read or write; `subject` is the path. */
  'closed file',
  /**
   * A view of a server asked Parley for something; `subject` is what and how it ended, the excerpt has its content.
   */
  'view request',
  /**
   * A sandboxed server exceeded a limit, and ended or was slowed; `subject` is the limit, the excerpt has the outcome.
   */
  'limit',
  /** A server registry was queried; the excerpt is the search text. */
  'directory',
  /** A secret or key was sent, by its name. */
  'secret',
  /** From here on the activity log itself is sent to a collector. */
  'export',
  /** Entries that couldn't be saved; `subject` is their number. */
  'gap'
] as const

export const ledgerEntry = z.strictObject({
  /** Counts from 1, without gaps. */
  position: z.number().int(),
  /** Milliseconds since the epoch. */
  at: z.number(),
  recipientType: z.enum(ledgerRecipientTypes),
  /** Name of the provider or server, hostname of a link or address. */
  recipient: z.string(),
  kind: z.enum(ledgerKinds),
  /** What it was for: a model, tool, prompt or address. */
  subject: z.string(),
  /** Size of the content as JSON in UTF-8. */
  bytes: z.number().int(),
  conversationId: z.string().nullable(),
  messageId: z.string().nullable(),
  callId: z.string().nullable(),
  decidedBy: z.enum(['person', 'grant', 'rule']),
  /** Id of the permission, or the rule as text; null for the user. */
  decision: z.string().nullable(),
  /** The beginning of the content, without secrets; null when its conversation was deleted. */
  excerpt: z.string().nullable(),
  /** SHA-256 over this entry and the one before, hexadecimal. */
  hash: z.string()
})
export type LedgerEntry = z.infer<typeof ledgerEntry>

export const ledgerQuery = z.strictObject({
  recipientType: z.enum(ledgerRecipientTypes).nullable(),
  recipient: z.string().max(1_000).nullable(),
  /** Part of a recipient, subject or excerpt. */
  text: z.string().max(500),
  /** Milliseconds since the epoch, inclusive; null: no limit. */
  from: z.number().nullable(),
  to: z.number().nullable(),
  beforePosition: z.number().int().nullable(),
  /** Of one answer only; absent: of all. */
  messageId: z.string().max(100).optional(),
  limit: z.number().int().min(1).max(500)
})
export type LedgerQuery = z.infer<typeof ledgerQuery>

/** Everything that one recipient got. */
export const ledgerRecipient = z.strictObject({
  recipientType: z.enum(ledgerRecipientTypes),
  recipient: z.string(),
  entries: z.number().int(),
  bytes: z.number()
})
export type LedgerRecipient = z.infer<typeof ledgerRecipient>

export const ledgerPage = z.strictObject({
  /** Newest first. */
  entries: z.array(ledgerEntry),
  hasEarlier: z.boolean(),
  /** Of the whole activity log, by bytes, largest first. */
  recipients: z.array(ledgerRecipient)
})
export type LedgerPage = z.infer<typeof ledgerPage>

export const ledgerCheck = z.strictObject({
  /** Checked entries, up to and including the first broken one. */
  entries: z.number().int(),
  /** Hash of the last entry; null when there is none or one is broken. */
  head: z.string().nullable(),
  broken: z.strictObject({ position: z.number().int(), reason: localizedText }).nullable()
})
export type LedgerCheck = z.infer<typeof ledgerCheck>

/** Status of the delivery to a collector. */
export const collectorView = z.strictObject({
  endpoint: z.string(),
  /** Entries that were not delivered yet. */
  waiting: z.number().int(),
  /** Why delivery fails at the moment; null while it works. */
  failure: localizedText.nullable(),
  /** Set while the collector gets nothing because the user has not approved it yet. */
  needsTrust: z.boolean().optional()
})
export type CollectorView = z.infer<typeof collectorView>

export const ledgerCalls = {
  /** Newest first. @throws HISTORY_UNAVAILABLE */
  'ledger.search': { approval: null, input: ledgerQuery, output: ledgerPage },
  /** Checks the chain of hashes from the first entry. @throws HISTORY_UNAVAILABLE */
  'ledger.verify': { approval: null, input: z.strictObject({}), output: ledgerCheck },
  /**
   * Asks where to save, and writes all entries as JSON Lines. null if the user cancelled. @throws
   * FILE_WRITE_FAILED
   */
  'ledger.export': {
    // The user chooses where in a system dialog.
    approval: null,
    input: z.strictObject({}),
    output: z.strictObject({ path: z.string().nullable() })
  },
  /** Sets the collector (OTLP over HTTP). null: none. @throws REQUEST_REFUSED (a policy sets it) */
  'ledger.set-endpoint': defineCall({
    approval: ({ endpoint }) => (endpoint === null ? null : needs('sends', 'press')),
    input: z.strictObject({ endpoint: z.string().max(8_192).nullable() }),
    output: z.null()
  }),

  /**
   * Asks for approval of the collector if needed, and sends waiting entries. @throws DESTINATION_NOT_TRUSTED
   * (the user denied), DESTINATION_REFUSED
   */
  'ledger.ask-collector': {
    // Asks before anything is sent.
    approval: null,
    input: z.strictObject({}),
    output: z.null()
  }
} as const
