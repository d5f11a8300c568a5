/** The list's focus: one Tab stop, also when rows are added and removed by scrolling. */
import { useCallback, useEffect, useRef, useState } from 'react'
import type { FocusEvent } from 'react'
import type { VirtuosoHandle } from 'react-virtuoso'
import { rowKey, type Block, type Stop } from './blocks'

/** A row that gets the focus as soon as it is in the page. */
interface Wanted {
  readonly key: string | undefined
  readonly preventScroll: boolean
}

export function useListFocus(blocks: readonly Block[], stops: readonly Stop[], currentId: string | null) {
  const list = useRef<HTMLDivElement>(null)
  const handle = useRef<VirtuosoHandle>(null)
  const [focused, setFocused] = useState<{ readonly key: string; readonly at: number } | null>(null)
  const { drawn, onDrawn } = useDrawn()
  const isInside = useRef(false)
  const wanted = useRef<Wanted | null>(null)
  const at = placeOf(focused, stops)
  const tabStop = tabStopOf(
    [stops[at]?.key, currentId === null ? undefined : rowKey(currentId)],
    stops,
    drawn
  )

  // Rows outside the page get the focus once they are added. A removed row passes it to the list, which gives it to
  // the row in its place without scrolling.
  useEffect(() => {
    if (wanted.current === null && isInside.current && document.activeElement === document.body)
      wanted.current = { key: stops[at]?.key, preventScroll: true }
    if (wanted.current === null) return
    const { key, preventScroll } = wanted.current
    const row = elementOf(list.current, key)
    if (row !== null) wanted.current = null
    const isLost = document.activeElement === document.body
    if (row !== null || isLost) (row ?? list.current)?.focus({ preventScroll: row === null || preventScroll })
  }, [stops, at, drawn])

  const goTo = (stop: Stop) => {
    const row = elementOf(list.current, stop.key)
    setFocused({ key: stop.key, at: stops.indexOf(stop) })
    if (row !== null) return row.focus()
    wanted.current = { key: stop.key, preventScroll: false }
    handle.current?.scrollToIndex({ index: blocks.indexOf(stop.block), align: 'center' })
  }
  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    isInside.current = true
    const key = target.dataset.stop
    if (key !== undefined) setFocused({ key, at: stops.findIndex((stop) => stop.key === key) })
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    isInside.current = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    if (!isInside.current) wanted.current = null
  }
  return { list, handle, at, tabStop, goTo, onFocus, onBlur, onDrawn }
}

/** The former position of a removed row. */
function placeOf(
  focused: { readonly key: string; readonly at: number } | null,
  stops: readonly Stop[]
): number {
  if (focused === null) return -1
  const at = stops.findIndex(({ key }) => key === focused.key)
  return at < 0 ? Math.min(focused.at, stops.length - 1) : at
}

/** The first of these in the page, or any row in it. */
function tabStopOf(
  keys: readonly (string | undefined)[],
  stops: readonly Stop[],
  drawn: ReadonlySet<string>
): string | undefined {
  const there = stops.filter(({ block }) => drawn.has(block.key))
  const known = there.length > 0 ? there : stops
  return keys.find((key) => known.some((stop) => stop.key === key)) ?? known[0]?.key
}

/** The blocks in the page. */
function useDrawn() {
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set())
  const onDrawn = useCallback((key: string, isDrawn: boolean) => {
    setDrawn((before) => {
      const after = new Set(before)
      if (isDrawn) after.add(key)
      else after.delete(key)
      return after
    })
  }, [])
  return { drawn, onDrawn }
}

function elementOf(list: HTMLElement | null, key: string | undefined): HTMLElement | null {
  return key === undefined
    ? null
    : (list?.querySelector<HTMLElement>(`[data-stop="${CSS.escape(key)}"]`) ?? null)
}
