/** How data is displayed: as a table, as named fields, as a list, or as one value. Pure. */
import { ui } from '../../../app/texts/compiled/window/ui'

export type Scalar = string | number | boolean | null

export type DataShape =
  | { readonly type: 'value'; readonly value: Scalar }
  | { readonly type: 'nothing'; readonly words: () => string }
  | { readonly type: 'table'; readonly columns: readonly string[]; readonly rows: readonly DataRow[] }
  | { readonly type: 'fields' | 'items'; readonly entries: readonly (readonly [string, unknown])[] }
  /** Too deep to display formatted. */
  | { readonly type: 'json'; readonly value: unknown }

export type DataRow = Readonly<Record<string, unknown>>

/** More columns would not fit side by side. */
const columnLimit = 12
/** Deeper data is shown as JSON, because endless nesting must not draw endlessly. */
const depthLimit = 8

export function dataShape(value: unknown, depth: number): DataShape {
  if (isScalar(value)) return { type: 'value', value }
  if (Array.isArray(value)) return arrayShape(value as unknown[], depth)
  if (!isRecord(value)) return { type: 'nothing', words: ui.nothing }
  const entries = Object.entries(value)
  if (entries.length === 0) return { type: 'nothing', words: ui.noFields }
  return depth >= depthLimit ? { type: 'json', value } : { type: 'fields', entries }
}

function arrayShape(items: readonly unknown[], depth: number): DataShape {
  if (items.length === 0) return { type: 'nothing', words: ui.emptyList }
  const columns = tableColumns(items)
  if (columns !== null) return { type: 'table', columns, rows: items as readonly DataRow[] }
  if (depth >= depthLimit) return { type: 'json', value: items }
  return { type: 'items', entries: items.map((item, index) => [String(index), item] as const) }
}

/** Names of all fields in order of appearance if every item is a flat object; null otherwise. */
function tableColumns(items: readonly unknown[]): readonly string[] | null {
  const columns = new Set<string>()
  for (const item of items) {
    if (!isRecord(item)) return null
    for (const [name, value] of Object.entries(item)) {
      if (!isScalar(value)) return null
      columns.add(name)
      if (columns.size > columnLimit) return null
    }
  }
  return columns.size === 0 ? null : [...columns]
}

export function isScalar(value: unknown): value is Scalar {
  return value === null || ['string', 'number', 'boolean'].includes(typeof value)
}

function isRecord(value: unknown): value is DataRow {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The place of a child as a JSON Pointer. */
export function childPath(path: string, key: string): string {
  return `${path}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
}
