/** What the page of a view may use beyond its own content: hosts that its server declares, and devices. */
import { z } from 'zod'
import { domainUses } from './domain-uses'

const serverName = z.string().min(1).max(200)

export const refusedDomain = z.strictObject({
  use: z.enum(domainUses),
  /** As declared, without hidden characters, cut. */
  domain: z.string(),
  /**
   * `too-many`: this and all later ones of the list. `not-allowed`: the user didn't allow it, or Parley doesn't ask
   * about it. For the others see `checkDomain`.
   */
  reason: z.enum(['characters', 'scheme', 'web-socket', 'too-broad', 'malformed', 'too-many', 'not-allowed'])
})
export type RefusedDomain = z.infer<typeof refusedDomain>

export const viewPermissions = ['camera', 'microphone', 'geolocation', 'clipboardWrite'] as const
export type ViewPermission = (typeof viewPermissions)[number]

/** `cdn.example.com`, `*.example.com`, `localhost:3000`. Without a port it means 443. */
export const viewHost = z.string().min(1).max(300)

export const viewSubject = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('host'), host: viewHost }),
  z.strictObject({ type: z.literal('permission'), permission: z.enum(viewPermissions) })
])
export type ViewSubject = z.infer<typeof viewSubject>

/** A permanent answer for all views of a server. */
export const viewAccess = z.strictObject({
  serverName,
  subject: viewSubject,
  isAllowed: z.boolean(),
  createdAt: z.number()
})
export type ViewAccess = z.infer<typeof viewAccess>
export type ViewAccessKey = Pick<ViewAccess, 'serverName' | 'subject'>
