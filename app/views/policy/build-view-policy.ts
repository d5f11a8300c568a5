/**
 * The Content-Security-Policy of a view. It names only hosts that the server declared and the user allowed. Beyond the
 * specification's default it has `data:` and `blob:` where a page shows what it already has: they name no host.
 * @spec 2026-01-26 apps#content-security-policy
 */
import type { DomainUse, RefusedDomain, ViewMetadata } from './view-metadata'

export interface ViewPolicyChoices {
  /** As in `ViewMetadata.domains`. */
  readonly allowedHosts: readonly string[]
  /**
   * Scripts may run code that they make from text: `eval`, modules and workers with a `data:` or `blob:` address. It
   * names no host, but the specification's policy lacks it, so the user allows it for a view that doesn't work without.
   */
  readonly isCodeFromTextAllowed?: boolean
}

export interface ViewPolicy {
  /** The header. `proxyOrigin`: the only page that may frame the view. */
  readonly header: (proxyOrigin: string) => string
  /** Declared and allowed: the only hosts that the view may load from. */
  readonly hosts: readonly string[]
  /** For the user: all declared domains that aren't in the policy. */
  readonly refused: readonly RefusedDomain[]
}

const uses: readonly DomainUse[] = ['connect', 'resource', 'frame', 'baseUri']

export function buildViewPolicy(metadata: ViewMetadata, choices: ViewPolicyChoices): ViewPolicy {
  const allowed = new Set(choices.allowedHosts)
  const isAllowed = (host: string) => allowed.has(host)
  const sources = (use: DomainUse) => metadata.domains[use].filter(isAllowed).map((host) => `https://${host}`)
  const fixed = directives(sources, {
    hasWebAssembly: metadata.usesWebAssembly,
    hasCodeFromText: choices.isCodeFromTextAllowed === true
  })
  return {
    header: (proxyOrigin) => [...fixed, `frame-ancestors ${proxyOrigin}`].join('; '),
    hosts: [...new Set(uses.flatMap((use) => metadata.domains[use].filter(isAllowed)))],
    refused: [...metadata.refused, ...uses.flatMap((use) => notAllowed(use, metadata.domains[use], allowed))]
  }
}

function directives(
  sources: (use: DomainUse) => readonly string[],
  { hasWebAssembly, hasCodeFromText }: { readonly hasWebAssembly: boolean; readonly hasCodeFromText: boolean }
): readonly string[] {
  const resources = sources('resource')
  const codeFromText = hasCodeFromText ? ["'unsafe-eval'", 'data:', 'blob:'] : []
  const compile = [...(hasWebAssembly ? ["'wasm-unsafe-eval'"] : []), ...codeFromText]
  const directive = (name: string, ...values: readonly string[]) => [name, ...values].join(' ')
  const orElse = (use: DomainUse, fallback: string) => {
    const found = sources(use)
    return found.length > 0 ? found : [fallback]
  }
  return [
    "default-src 'none'",
    directive('script-src', "'self'", "'unsafe-inline'", ...compile, ...resources),
    directive('style-src', "'self'", "'unsafe-inline'", ...resources),
    directive('img-src', "'self'", 'data:', 'blob:', ...resources),
    directive('font-src', "'self'", 'data:', ...resources),
    directive('media-src', "'self'", 'data:', 'blob:', ...resources),
    directive('connect-src', ...orElse('connect', "'none'")),
    directive('frame-src', ...orElse('frame', "'none'")),
    // A worker made from text has the policy of its page.
    'worker-src blob:',
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
