/**
 * The limits for a longer permission, as rows with checkboxes: those that the host suggests for this call, a number
 * of calls, an end. Pure; `use-limits.ts` keeps the state.
 */
import { nameArgument, describeCondition } from '../../../app/texts/condition-texts'
import type { GrantCondition } from '../../../app/contract/grants'
import { toText } from '../../../app/texts/localized'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface LimitRow {
  readonly key: string
  /** The checkbox label; for a row with a choice, the text before it. */
  readonly words: string
  /** Folders to choose from, the nearest first; absent without a choice. */
  readonly folders?: readonly string[]
  readonly make: (choice: LimitChoice) => GrantCondition
}

export interface LimitChoice {
  /** The row's chosen folder, if it has any. */
  readonly folder: string
  readonly calls: number
  readonly durationMs: number
  readonly now: number
}

const hour = 3_600_000
export const durations = [
  { ms: hour, label: () => consent.nextHours({ hours: 1 }) },
  { ms: 8 * hour, label: () => consent.nextHours({ hours: 8 }) },
  { ms: 24 * hour, label: () => consent.nextHours({ hours: 24 }) },
  { ms: 7 * 24 * hour, label: () => consent.nextDays({ days: 7 }) },
  { ms: 30 * 24 * hour, label: () => consent.nextDays({ days: 30 }) }
] as const

/** A permission can be limited to it. */
export const mostCalls = 10_000

export const callsRow = 'at-most'
export const durationRow = 'until'

export function listLimitRows(suggested: readonly GrantCondition[]): LimitRow[] {
  return [
    ...suggested.map(suggestedRow),
    { key: callsRow, words: consent.forAtMost(), make: ({ calls }) => ({ type: 'at-most', calls }) },
    {
      key: durationRow,
      words: consent.forTime(),
      make: ({ durationMs, now }) => ({ type: 'until', at: now + durationMs })
    }
  ]
}

function suggestedRow(condition: GrantCondition, index: number): LimitRow {
  const key = `${index} ${condition.type}`
  if (condition.type !== 'path-below')
    return {
      key,
      words: consent.onlyWhile({ limit: toText(describeCondition(condition)) }),
      make: () => condition
    }
  return {
    key,
    words: consent.onlyWhileInside({ argument: toText(nameArgument(condition.pointer)) }),
    folders: foldersUp(condition.folder),
    make: ({ folder }) => ({ ...condition, folder })
  }
}

/** A folder and its parents; the root is no limit and is omitted. */
export function foldersUp(folder: string): string[] {
  const separator = folder.includes('\\') ? '\\' : '/'
  const root = /^(?:\\\\[^\\]+\\[^\\]+\\?|[a-z]:\\|~\/|\/)/i.exec(folder)?.[0] ?? ''
  const names = folder.slice(root.length).split(separator).filter(Boolean)
  return names.map((_name, index) => root + names.slice(0, names.length - index).join(separator))
}
