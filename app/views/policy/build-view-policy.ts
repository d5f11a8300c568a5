/**
 * The Content-Security-Policy of a view. It names only hosts that the server declared and the user allowed. Beyond the
 * specification's default it has `data:` and `blob:` where a page shows what it already has: they name no host.
 * @spec 2026-01-26 apps#content-security-policy
 */
import { domainUses, type DomainUse } from '../../contract/consent/domain-uses'
import type { RefusedDomain } from '../../contract/consent/view-access'
import type { ViewMetadata } from './view-metadata'

export interface ViewPolicy {
  /** The header. `proxyOrigin`: the only page that may frame the view. */
  readonly header: (proxyOrigin: string) => string
  /** Declared and allowed: the only hosts that the view may load from. */
  readonly hosts: readonly string[]
  /** For the user: all declared domains that aren't in the policy. */
  readonly refused: readonly RefusedDomain[]
}

/** `allowedHosts`: as in `ViewMetadata.domains`. */
export function buildViewPolicy(metadata: ViewMetadata, allowedHosts: readonly string[]): ViewPolicy {
  const allowed = new Set(allowedHosts)
  const isAllowed = (host: string) => allowed.has(host)
  const sources = (use: DomainUse) => metadata.domains[use].filter(isAllowed).map((host) => `https://${host}`)
  const fixed = directives(sources)
  return {
    header: (proxyOrigin) => [...fixed, `frame-ancestors ${proxyOrigin}`].join('; '),
    hosts: [...new Set(domainUses.flatMap((use) => metadata.domains[use].filter(isAllowed)))],
    refused: [
      ...metadata.refused,
      ...domainUses.flatMap((use) => notAllowed(use, metadata.domains[use], allowed))
    ]
  }
}

function directives(sources: (use: DomainUse) => readonly string[]): readonly string[] {
  const resources = sources('resource')
  const directive = (name: string, ...values: readonly string[]) => [name, ...values].join(' ')
  const orElse = (use: DomainUse, fallback: string) => {
    const found = sources(use)
    return found.length > 0 ? found : [fallback]
  }
  return [
    "default-src 'none'",
    directive('script-src', "'self'", "'unsafe-inline'", "'unsafe-eval'", 'data:', 'blob:', ...resources),
    directive('style-src', "'self'", "'unsafe-inline'", ...resources),
    directive('img-src', "'self'", 'data:', 'blob:', ...resources),
    directive('font-src', "'self'", 'data:', ...resources),
    directive('media-src', "'self'", 'data:', 'blob:', ...resources),
    directive('connect-src', 'data:', 'blob:', ...sources('connect')),
    directive('frame-src', ...orElse('frame', "'none'")),
    // A worker made from text has the policy of its page.
    'worker-src data: blob:',
    "object-src 'none'",
    directive('base-uri', ...orElse('baseUri', "'self'")),
    "form-action 'none'"
  ]
}

function notAllowed(
  use: DomainUse,
  hosts: readonly string[],
  allowed: ReadonlySet<string>
): readonly RefusedDomain[] {
  return hosts.filter((host) => !allowed.has(host)).map((domain) => ({ use, domain, reason: 'not-allowed' }))
}
