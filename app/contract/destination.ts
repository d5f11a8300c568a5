/**
 * Addresses to which Parley itself sends something of the person's, as the person is asked about them: what goes there,
 * and which key or secret goes along. Never a value of one.
 */
import { warning } from './json'
import { z } from 'zod'

/**
 * `model`: a provider of models gets conversations. `collector`: it gets the records of the ledger. `directory`: a
 * registry of servers gets what is searched for.
 */
export const destinationKinds = ['model', 'collector', 'directory'] as const

/** What goes along with every request, by what it is made of. */
export const sentValue = z.strictObject({
  /** The header; null: it is the provider's key. */
  header: z.string().nullable(),
  /** How it is written in the settings, with `…` for what may be a secret itself: `Bearer ${secret:collector}`. */
  form: z.string(),
  /** Names of environment variables of Parley's own. */
  variables: z.array(z.string()),
  /** Names of secrets of the vault. */
  secrets: z.array(z.string()),
  /** A short hash of the text that stands in the settings itself; null: there is none. Tells a change, not the text. */
  literal: z.string().nullable()
})
export type SentValue = z.infer<typeof sentValue>

export const destinationAct = z.strictObject({
  kind: z.enum(destinationKinds),
  /** Of the entry in the settings; `kind` and `name` together are what a destination is known by. */
  name: z.string(),
  /** What the address is spoken to as; another one sends other things. */
  type: z.string(),
  address: z.string(),
  values: z.array(sentValue)
})
export type DestinationAct = z.infer<typeof destinationAct>

/** What a secret was typed for, or was allowed to go to. */
export const secretOwner = z.strictObject({
  kind: z.enum([...destinationKinds, 'server']),
  name: z.string(),
  /** Null: a program, or an address that is made of variables. */
  host: z.string().nullable()
})
export type SecretOwner = z.infer<typeof secretOwner>

export const destinationQuestion = z.strictObject({
  type: z.literal('destination'),
  id: z.string().min(1).max(64),
  askedAt: z.number(),
  /** As it is looked up, with its port where that is not the usual one. */
  host: z.string(),
  act: destinationAct,
  /** What was trusted before under this name; null: nothing, or the same. */
  previous: destinationAct.nullable(),
  /** The secrets of the vault that would be sent, and where each belongs now; no owners: nowhere yet. */
  secrets: z.array(z.strictObject({ name: z.string(), owners: z.array(secretOwner) })),
  /** Things a person should know before saying yes, the weightiest first. */
  warnings: z.array(warning)
})
export type DestinationQuestion = z.infer<typeof destinationQuestion>

export const destinationAnswer = z.strictObject({
  type: z.literal('destination'),
  decision: z.enum(['trust', 'not-now'])
})

export const trustedDestination = z.strictObject({ act: destinationAct, createdAt: z.number() })
export type TrustedDestination = z.infer<typeof trustedDestination>

/** What a destination is known by. */
export const destinationKey = destinationAct.pick({ kind: true, name: true })
export type DestinationKey = z.infer<typeof destinationKey>
