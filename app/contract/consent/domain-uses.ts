/** What a page of a server may load from a host. Parley's own page uses the list too, so it has no schema. */

/** @spec 2026-01-26 apps#content-security-policy */
export const domainUses = ['connect', 'resource', 'frame', 'baseUri'] as const
/** `connect`: requests of scripts. `resource`: scripts, styles, images, fonts, media. `frame`: pages inside the view. */
export type DomainUse = (typeof domainUses)[number]
