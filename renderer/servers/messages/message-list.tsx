/**
 * A list of any length with only the visible lines in the page. It follows the newest message while the user is at the
 * end, and stays in place where the user reads.
 */
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import type { MessageRow } from '../../../app/contract/workbench/messages'
import { messages as texts } from '../../../app/texts/compiled/window/messages'
import type { MessageReader, ShownMessages } from './message-reader'
import { placeOf, positionAt, rowHeight, type Heights } from './row-places'
import styles from './message-list.module.css'

/** Lines drawn above and below the visible ones. */
const overscan = 8
/** Until the list is laid out. */
const firstLines = 24

export interface MessageListProps {
  readonly reader: MessageReader
  readonly shown: ShownMessages
  readonly controls: RefObject<MessageListControls | null>
  /** undefined: not read yet, or no longer kept. */
  readonly renderRow: (row: MessageRow | undefined) => ReactNode
  /** True for rows that take more than one line. */
  readonly isTall: (row: MessageRow | undefined) => boolean
  readonly onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

export interface MessageListControls {
  /** Scrolls to a position, which then stays in place. */
  goTo(position: number): void
  /** Stops following the newest message, because the user reads one. */
  stay(): void
}

/** A log named `Messages`. */
export function MessageList({ reader, shown, controls, ...props }: MessageListProps) {
  const [heights, measure] = useHeights()
  const scrolling = useScrolling(reader, shown, heights)
  const slotOf = useSlots(scrolling.start, scrolling.end)
  controls.current = scrolling.controls
  const { base } = shown
  return (
    <div
      ref={scrolling.scroller}
      className={styles.scroller}
      role="log"
      aria-label={texts.messages()}
      aria-live="off"
      tabIndex={-1}
      onScroll={scrolling.onScroll}
      onKeyDown={props.onKeyDown}
    >
      <div className={styles.space} style={{ height: placeOf(base + shown.lineCount, base, heights) }}>
        <div className={styles.lines} style={{ translate: `0 ${placeOf(scrolling.start, base, heights)}px` }}>
          {positionsFrom(scrolling.start, scrolling.end).map((position) => (
            <Line
              key={slotOf.get(position)}
              position={position}
              isTall={props.isTall(shown.rows.get(position))}
              measure={measure}
            >
              {props.renderRow(shown.rows.get(position))}
            </Line>
          ))}
        </div>
      </div>
    </div>
  )
}

function positionsFrom(start: number, end: number): readonly number[] {
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index)
}

/**
 * Keys of the lines by position. A line keeps its key while it is drawn, and a new one gets the key of one that is gone:
 * changing a text is much faster than making elements, ten times a second.
 */
function useSlots(start: number, end: number): ReadonlyMap<number, number> {
  const slots = useRef<ReadonlyMap<number, number>>(new Map())
  const isDrawn = (position: number) => position >= start && position < end
  const free = [...slots.current].filter(([position]) => !isDrawn(position)).map(([, slot]) => slot)
  let last = Math.max(-1, ...slots.current.values())
  slots.current = new Map(
    positionsFrom(start, end).map((position) => [
      position,
      slots.current.get(position) ?? free.shift() ?? (last += 1)
    ])
  )
  return slots.current
}

/** Which lines are drawn, and when the list follows its end. */
function useScrolling(reader: MessageReader, shown: ShownMessages, heights: Heights) {
  const scroller = useRef<HTMLDivElement>(null)
  const [view, setView] = useState({ top: 0, height: firstLines * rowHeight })
  const isAtEnd = useRef(true)
  const { base, lineCount } = shown
  const end = base + lineCount

  const look = useCallback(() => {
    const element = scroller.current
    if (element === null) return
    // A list that got no limited height would otherwise draw all of its lines.
    const height = Math.min(element.clientHeight || firstLines * rowHeight, window.innerHeight)
    setView({ top: element.scrollTop, height })
  }, [])
  // At the end, also before it is scrolled to.
  const top = isAtEnd.current ? Math.max(0, placeOf(end, base, heights) - view.height) : view.top
  const firstVisible = Math.min(positionAt(top, base, heights), Math.max(base, end - 1))
  const lastVisible = Math.min(positionAt(top + view.height, base, heights) + 1, end)
  const isFollowing = isAtEnd.current
  useEffect(() => {
    if (isFollowing) reader.showEnd()
    else reader.show(firstVisible, lastVisible)
  }, [reader, firstVisible, lastVisible, isFollowing])
  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null || !isAtEnd.current) return
    element.scrollTop = element.scrollHeight
    look()
  }, [shown, heights, look])
  useEffect(() => {
    const observer = new ResizeObserver(look)
    if (scroller.current !== null) observer.observe(scroller.current)
    return () => observer.disconnect()
  }, [look])

  const onScroll = () => {
    const element = scroller.current
    if (element === null) return
    isAtEnd.current = element.scrollHeight - element.scrollTop - element.clientHeight < rowHeight / 2
    look()
  }
  const controls: MessageListControls = {
    goTo: (position) => {
      isAtEnd.current = false
      const element = scroller.current
      if (element !== null) element.scrollTop = placeOf(position, base, heights) - element.clientHeight / 3
      reader.show(position, position + 1)
      look()
    },
    stay: () => {
      isAtEnd.current = false
      reader.show(firstVisible, lastVisible)
    }
  }
  const drawn = { start: Math.max(base, firstVisible - overscan), end: Math.min(end, lastVisible + overscan) }
  return { ...drawn, scroller, onScroll, controls }
}

type Measure = (position: number, height: number) => void

/** The heights of lines that are higher than others. */
function useHeights(): readonly [Heights, Measure] {
  const [heights, setHeights] = useState<Heights>(new Map())
  const measure = useCallback((position: number, height: number) => {
    setHeights((before) => {
      if (Math.abs((before.get(position) ?? rowHeight) - height) < 1) return before
      const next = new Map(before)
      if (height === rowHeight) next.delete(position)
      else next.set(position, height)
      return next
    })
  }, [])
  return [heights, measure]
}

interface LineProps {
  readonly position: number
  readonly isTall: boolean
  readonly measure: Measure
  readonly children: ReactNode
}

function Line({ position, isTall, measure, children }: LineProps) {
  const line = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = line.current
    if (element === null || !isTall) return
    const observer = new ResizeObserver(() => {
      if (element.offsetHeight > 0) measure(position, element.offsetHeight)
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [position, isTall, measure])
  // A line that is out of sight keeps its height, because it is still unfolded.
  useLayoutEffect(() => {
    if (!isTall) measure(position, rowHeight)
  }, [position, isTall, measure])
  return (
    <div ref={line} className={styles.line}>
      {children}
    </div>
  )
}
