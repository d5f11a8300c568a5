/**
 * Reads what a server declares for a view in `_meta.ui` of its resource. The values are hostile: nothing is trusted,
 * and everything that Parley doesn't accept is listed with the reason.
 * @spec 2026-01-26 apps#ui-resource-format
 */
import { cutText } from '../../base/cut-text'
import { visibleText } from '../../base/visible-text'
import type { DomainUse } from '../../contract/consent/domain-uses'
import { viewPermissions, type RefusedDomain, type ViewPermission } from '../../contract/consent/view-access'
import { checkDomain } from './check-domain'

export interface ViewMetadata {
  /** Hosts as `checkDomain` writes them, each once a list. */
  readonly domains: Readonly<Record<DomainUse, readonly string[]>>
  readonly refused: readonly RefusedDomain[]
  /** What the view would like to use. Nothing is granted yet. */
  readonly permissions: readonly ViewPermission[]
  /** Null: the host decides. */
  readonly prefersBorder: boolean | null
}

type Fields = Readonly<Record<string, unknown>>

/** The names in `_meta.ui.csp`. */
export const domainLists = {
  connect: 'connectDomains',
  resource: 'resourceDomains',
  frame: 'frameDomains',
  baseUri: 'baseUriDomains'
} as const satisfies Record<DomainUse, string>
const mostDomains = 50
const longestShown = 200

/** Both are the `_meta` of a resource: in the list, and of the content that was read. The content's `ui` wins. */
export function readViewMetadata(listEntryMeta: unknown, contentMeta: unknown): ViewMetadata {
  const ui = readUi(contentMeta) ?? readUi(listEntryMeta) ?? {}
  const csp = fields(ui['csp']) ?? {}
  const permissions = fields(ui['permissions']) ?? {}
  const refused: RefusedDomain[] = []
  const read = (use: DomainUse) => readDomains(use, csp[domainLists[use]], refused)
  return {
    domains: {
      connect: read('connect'),
      resource: read('resource'),
      frame: read('frame'),
      baseUri: read('baseUri')
    },
    refused,
    permissions: viewPermissions.filter((name) => fields(permissions[name]) !== null),
    prefersBorder: typeof ui['prefersBorder'] === 'boolean' ? ui['prefersBorder'] : null
  }
}

function readUi(meta: unknown): Fields | null {
  return fields(fields(meta)?.['ui'])
}

function readDomains(use: DomainUse, list: unknown, refused: RefusedDomain[]): readonly string[] {
  if (!Array.isArray(list)) return []
  const hosts = new Set<string>()
  for (const [index, item] of (list as readonly unknown[]).slice(0, mostDomains + 1).entries()) {
    const text = typeof item === 'string' ? item : ''
    const checked = checkDomain(text)
    const domain = cutText(visibleText(text), longestShown)
    if (index === mostDomains) refused.push({ use, domain, reason: 'too-many' })
    else if (checked.type === 'refused') refused.push({ use, domain, reason: checked.reason })
    else hosts.add(checked.host)
  }
  return [...hosts]
}

function fields(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : null
}
