/** The picker's state: filtered rows, active row, selection and template values. */
import { useMemo, useState } from 'react'
import type { ResourceListing } from '../../../app/contract/offers'
import { readArgumentValue } from './argument-field'
import type { AttachedResource } from '../content/attachments-view-store'
import { allRows, attachSections, rowView } from './attach-rows'
import type { AttachRow, AttachSection } from './attach-rows'
import { chosenResources } from './chosen-resources'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export type TemplateValues = Readonly<Record<string, string>>

export interface AttachChoice {
  readonly filter: string
  readonly setFilter: (filter: string) => void
  readonly sections: readonly AttachSection[]
  readonly active: AttachRow | null
  readonly activate: (row: AttachRow) => void
  /** The row this many rows from the active one across all servers, at most the first or last. */
  readonly rowAt: (by: number) => AttachRow | null
  readonly isChosen: (row: AttachRow) => boolean
  readonly toggle: (row: AttachRow) => void
  readonly chosenCount: number
  /** Why the selection can't be attached yet, as a sentence; null if it can. */
  readonly obstacle: string | null
  readonly valuesOf: (row: AttachRow) => TemplateValues
  readonly fillIn: (row: AttachRow, values: TemplateValues) => void
  /** The selection with expanded templates. @throws CallFailed */
  readonly resources: () => Promise<AttachedResource[]>
}

const noValues: TemplateValues = {}

export function useAttachChoice(listings: readonly ResourceListing[]): AttachChoice {
  const [filter, setFilter] = useState('')
  const [activeKey, setActiveKey] = useState<string | null>(null)
  const [chosenKeys, setChosenKeys] = useState<ReadonlySet<string>>(new Set())
  const [values, setValues] = useState<ReadonlyMap<string, TemplateValues>>(new Map())
  const sections = useMemo(() => attachSections(listings, filter.trim()), [listings, filter])
  const rows = useMemo(() => sections.flatMap((section) => section.rows), [sections])
  const chosen = useMemo(
    () => allRows(listings).filter(({ key }) => chosenKeys.has(key)),
    [listings, chosenKeys]
  )
  const activeIndex = rows.findIndex(({ key }) => key === activeKey)
  const valuesOf = ({ key }: AttachRow) => values.get(key) ?? noValues
  return {
    filter,
    setFilter,
    sections,
    active: rows[activeIndex] ?? null,
    activate: ({ key }) => setActiveKey(key),
    rowAt: (by) => rows[Math.max(0, Math.min(rows.length - 1, activeIndex + by))] ?? null,
    isChosen: ({ key }) => chosenKeys.has(key),
    toggle: ({ key }) => setChosenKeys((keys) => toggled(keys, key)),
    chosenCount: chosen.length,
    obstacle: obstacleOf(chosen, valuesOf),
    valuesOf,
    fillIn: ({ key }, filled) => {
      setValues((all) => new Map(all).set(key, filled))
      // Filling in a template selects it.
      setChosenKeys((keys) => new Set(keys).add(key))
    },
    resources: () => chosenResources(chosen, valuesOf)
  }
}

function toggled(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const changed = new Set(keys)
  if (!changed.delete(key)) changed.add(key)
  return changed
}

function obstacleOf(
  chosen: readonly AttachRow[],
  valuesOf: (row: AttachRow) => TemplateValues
): string | null {
  if (chosen.length === 0) return texts.nothingChosen()
  const unfilled = chosen.find((row) => !isFilledIn(row, valuesOf(row)))
  return unfilled === undefined ? null : texts.fillInFields({ name: rowView(unfilled).name })
}

/** Variables are optional (RFC 6570), but a template without any value names nothing. */
export function isFilledIn(row: AttachRow, values: TemplateValues): boolean {
  if (row.kind === 'resource') return true
  const { problem, variables } = row.template
  return (
    problem === null &&
    (variables.length === 0 || variables.some((name) => readArgumentValue(values, name) !== ''))
  )
}
