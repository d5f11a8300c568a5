/**
 * Addresses to which Parley itself sends user data, for the approval question: what is sent, and which key or secret
 * goes with it. Never contains a secret's value.
 */
import { z } from 'zod'

/**
 * `model`: a model provider receives conversations. `collector`: receives activity log records. `directory`: a server
 * registry receives search terms.
 */
export const destinationKinds = ['model', 'collector', 'directory'] as const

/** Values sent with every request, by source. */
export const sentValue = z.strictObject({
  /** The header; null: it is the provider's key. */
  header: z.string().nullable(),
  /** Its form in the settings, with `…` for parts that may be secret themselves: `Bearer ${secret:collector}`. */
  form: z.string(),
  /** Names of Parley's own environment variables. */
  variables: z.array(z.string()),
  /** Names of vault secrets. */
  secrets: z.array(z.string()),
  /**
   * A short hash of the literal text in the settings; null: there is none. Shows that the text changed, but not the
   * text.
   */
  literal: z.string().nullable()
})
export type SentValue = z.infer<typeof sentValue>

export const destinationAct = z.strictObject({
  kind: z.enum(destinationKinds),
  /** Name of the entry in the settings; `kind` and `name` together identify a destination. */
  name: z.string(),
  /** The API of the address; a different one sends different data. */
  type: z.string(),
  address: z.string(),
  values: z.array(sentValue)
})
export type DestinationAct = z.infer<typeof destinationAct>

/** What a secret was entered for, or allowed for. */
export const secretOwner = z.strictObject({
  kind: z.enum([...destinationKinds, 'server']),
  name: z.string(),
  /** Null: a program, or an address with variables. */
  host: z.string().nullable()
})
export type SecretOwner = z.infer<typeof secretOwner>

export const trustedDestination = z.strictObject({ act: destinationAct, createdAt: z.number() })
export type TrustedDestination = z.infer<typeof trustedDestination>

/** The identity of a destination. */
export const destinationKey = destinationAct.pick({ kind: true, name: true })
export type DestinationKey = z.infer<typeof destinationKey>
