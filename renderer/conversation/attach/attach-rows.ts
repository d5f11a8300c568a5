/** The picker's rows: resources and templates by server that match the filter. */
import type { ResourceListing, ResourceTemplateView, ResourceView } from '../../../app/contract/offers'
import { fitsQuery } from './fits-query'
import type { LocalizedText } from '../../../app/contract/localized-text'

export type AttachRow =
  | { readonly kind: 'resource'; readonly key: string; readonly resource: ResourceView }
  | { readonly kind: 'template'; readonly key: string; readonly template: ResourceTemplateView }

export interface AttachSection {
  readonly serverName: string
  /** Why the server's list couldn't be read, in part or completely. */
  readonly problem: LocalizedText | null
  readonly rows: readonly AttachRow[]
  /** Matching rows that aren't drawn. */
  readonly hiddenCount: number
}

/** Rows drawn per server; the filter finds the rest. */
const rowLimit = 200

/** Omits servers without a match, unless they have a problem and there is no filter. */
export function attachSections(
  listings: readonly ResourceListing[],
  filter: string
): readonly AttachSection[] {
  return listings
    .map(({ serverName, problem, resources, templates }): AttachSection => {
      const rows = [...resources.map(resourceRow), ...templates.map(templateRow)].filter((row) =>
        fitsQuery(filter, rowTexts(row))
      )
      return {
        serverName,
        problem: filter === '' ? problem : null,
        rows: rows.slice(0, rowLimit),
        hiddenCount: Math.max(0, rows.length - rowLimit)
      }
    })
    .filter(({ rows, problem }) => rows.length > 0 || problem !== null)
}

export function allRows(listings: readonly ResourceListing[]): readonly AttachRow[] {
  return listings.flatMap(({ resources, templates }) => [
    ...resources.map(resourceRow),
    ...templates.map(templateRow)
  ])
}

function resourceRow(resource: ResourceView): AttachRow {
  return { kind: 'resource', key: JSON.stringify(['resource', resource.serverName, resource.uri]), resource }
}

function templateRow(template: ResourceTemplateView): AttachRow {
  const key = JSON.stringify(['template', template.serverName, template.uriTemplate])
  return { kind: 'template', key, template }
}

/** The row's resource or template, regardless of kind. */
export function rowView(row: AttachRow): ResourceView | ResourceTemplateView {
  return row.kind === 'resource' ? row.resource : row.template
}

export function rowName(row: AttachRow): string {
  const { title, name } = rowView(row)
  return title ?? name
}

export function rowAddress(row: AttachRow): string {
  return row.kind === 'resource' ? row.resource.uri : row.template.uriTemplate
}

function rowTexts(row: AttachRow): readonly (string | null)[] {
  const { name, title, description, mimeType, serverName } = rowView(row)
  return [name, title, description, mimeType, serverName, rowAddress(row)]
}
