/** Which limits of a longer permission are checked, and their values. */
import { useState } from 'react'
import type { GrantCondition } from '../../../app/contract/grants'
import { callsRow, durationRow, durations, listLimitRows, mostCalls, type LimitRow } from './limit-rows'

export interface Limits {
  readonly rows: readonly LimitRow[]
  readonly count: number
  readonly isChosen: (key: string) => boolean
  readonly toggle: (key: string) => void
  readonly folderOf: (row: LimitRow) => string
  readonly setFolder: (key: string, folder: string) => void
  /** As typed; a positive number if valid. */
  readonly calls: string
  readonly setCalls: (calls: string) => void
  readonly durationMs: number
  readonly setDurationMs: (durationMs: number) => void
  /** Null if a checked one is invalid. With `several` without limits on arguments. */
  readonly read: (reach: 'one' | 'several') => GrantCondition[] | null
}

export function useLimits(suggested: readonly GrantCondition[]): Limits {
  const rows = listLimitRows(suggested)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [folders, setFolders] = useState<Readonly<Record<string, string>>>({})
  const [calls, setCalls] = useState('10')
  const [durationMs, setDurationMs] = useState<number>(durations[1].ms)
  const folderOf = (row: LimitRow): string => folders[row.key] ?? row.folders?.[0] ?? ''

  const choose = (key: string): void => setChosen((before) => new Set([...before, key]))
  return {
    rows,
    count: chosen.size,
    isChosen: (key) => chosen.has(key),
    toggle: (key) =>
      setChosen((before) => (before.has(key) ? without(before, key) : new Set([...before, key]))),
    folderOf,
    setFolder: (key, folder) => {
      setFolders((before) => ({ ...before, [key]: folder }))
      choose(key)
    },
    calls,
    setCalls: (text) => {
      setCalls(text)
      choose(callsRow)
    },
    durationMs,
    setDurationMs: (ms) => {
      setDurationMs(ms)
      choose(durationRow)
    },
    read: (reach) => {
      const count = Number(calls)
      if (chosen.has(callsRow) && !(Number.isInteger(count) && count >= 1 && count <= mostCalls)) return null
      const now = Date.now()
      return rows
        .filter(({ key }) => chosen.has(key))
        .map((row) => row.make({ folder: folderOf(row), calls: count, durationMs, now }))
        .filter((condition) => reach === 'one' || !('pointer' in condition))
    }
  }
}

function without(keys: ReadonlySet<string>, key: string): ReadonlySet<string> {
  return new Set([...keys].filter((item) => item !== key))
}
