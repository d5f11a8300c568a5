/** How other apps would treat a server: what they would lose, with the source and date of each fact. */
import { z } from 'zod'
import { localizedText } from '../json'

/** What a server can use of a host. */
export const hostFeatures = [
  'stdio',
  'http',
  'sse',
  'tools',
  'listChanges',
  'resources',
  'prompts',
  'apps',
  'sampling',
  'elicitation',
  'linkElicitation',
  'roots',
  'images',
  'audio',
  'embeddedResources',
  'resourceLinks',
  'structuredContent'
] as const
export type HostFeature = (typeof hostFeatures)[number]

/** Limits of a host for the tools of a server. */
export const hostLimits = ['tools', 'nameLength'] as const
export type HostLimit = (typeof hostLimits)[number]

const source = z.strictObject({
  address: z.string(),
  /** When the source said so or was read: `2026-08-14`, or its month. */
  day: z.string()
})
export type FactSource = z.infer<typeof source>

export const hostLoss = z.strictObject({
  feature: z.enum(hostFeatures),
  /** `no`: lost. `partly`: lost in some cases. */
  support: z.enum(['no', 'partly']),
  source
})

export const hostExcess = z.strictObject({
  limit: z.enum(hostLimits),
  allowed: z.number(),
  /** Tools above the limit; of very many, the first. */
  tools: z.array(z.string()),
  count: z.number(),
  source
})

export const hostVerdict = z.strictObject({
  name: z.string(),
  losses: z.array(hostLoss),
  exceeded: z.array(hostExcess),
  /** Used features of which nothing is known. */
  unknown: z.array(z.enum(hostFeatures))
})
export type HostVerdict = z.infer<typeof hostVerdict>

export const formCost = z.strictObject({
  /** Name of the service. */
  title: z.string(),
  /** An estimate, as everywhere in Parley. */
  tokens: z.number(),
  /** Tools that the provider takes in no form. */
  refused: z.array(z.strictObject({ tool: z.string(), reason: localizedText })),
  /** How many tools are above the provider's limit for one request. */
  above: z.number()
})
export type FormCost = z.infer<typeof formCost>

export const hostReport = z.strictObject({
  /** What the server uses, as far as it was seen since Parley started. */
  uses: z.array(z.enum(hostFeatures)),
  hosts: z.array(hostVerdict),
  forms: z.array(formCost)
})
export type HostReport = z.infer<typeof hostReport>
