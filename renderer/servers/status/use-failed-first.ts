/** The order of the server list: failed servers first. Nothing moves while the pointer or the focus is in the list. */
import { useMemo, useState } from 'react'
import type { FocusEvent } from 'react'
import type { ServerView } from '../../../app/contract/servers'

export interface FailedFirst {
  readonly ordered: readonly ServerView[]
  /** For the list. */
  readonly watch: {
    readonly onPointerEnter: () => void
    readonly onPointerLeave: () => void
    readonly onFocus: () => void
    readonly onBlur: (event: FocusEvent) => void
  }
}

/**
 * Failed servers stay first while the list is open, also when they start again. Later failures move up once neither
 * the pointer nor the focus is in the list.
 */
export function useFailedFirst(servers: readonly ServerView[]): FailedFirst {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  const [hasPointer, setHasPointer] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)
  const found = servers.filter(({ name, state }) => state === 'failed' && !failed.has(name))
  if (found.length > 0 && !hasPointer && !hasFocus)
    setFailed(new Set([...failed, ...found.map(({ name }) => name)]))
  const ordered = useMemo(
    () => servers.toSorted((one, other) => Number(failed.has(other.name)) - Number(failed.has(one.name))),
    [servers, failed]
  )
  const watch = {
    onPointerEnter: () => setHasPointer(true),
    onPointerLeave: () => setHasPointer(false),
    onFocus: () => setHasFocus(true),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) =>
      setHasFocus(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))
  }
  return { ordered, watch }
}
