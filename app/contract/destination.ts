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
  /** Names of environment variables of Parley's own. */
  variables: z.array(z.string()),
  /** Names of secrets of the vault. */
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

export const trustedDestination = z.strictObject({ act: destinationAct, createdAt: z.number() })
export type TrustedDestination = z.infer<typeof trustedDestination>

/** What a destination is known by. */
export const destinationKey = destinationAct.pick({ kind: true, name: true })
export type DestinationKey = z.infer<typeof destinationKey>
