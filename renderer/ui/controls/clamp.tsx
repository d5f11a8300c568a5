/** Keeps long content short until the user expands it. */
import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { useWhenRevealed } from '../base/reveal-target'
import { Button } from './button'
import styles from './clamp.module.css'

export interface ClampProps {
  readonly children: ReactNode
  /** Names the cut content, by the values of `data-piece` in it. Default: unnamed. */
  readonly nameOf?: (pieces: readonly string[]) => string
}

/** Shows the first 220 px and a button for the rest, if there is any. */
export function Clamp({ children, nameOf }: ClampProps) {
  const frame = useRef<HTMLDivElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const [rest, setRest] = useState<string | null>(null)
  useWhenRevealed(() => setIsWhole(true))
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, content.current]
    if (outer === null || inner === null) return
    const measure = () => setRest(restIn(outer, nameOf))
    measure()
    const sizes = new ResizeObserver(measure)
    sizes.observe(inner)
    return () => sizes.disconnect()
  }, [isWhole, nameOf])
  return (
    <div className={styles.clamp}>
      <div
        ref={frame}
        className={styles.clampFrame}
        data-whole={isWhole || undefined}
        data-cut={rest !== null || undefined}
      >
        <div ref={content}>{children}</div>
      </div>
      {(rest !== null || isWhole) && (
        <Button size="small" variant="quiet" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? ui.showLess() : rest === '' ? ui.showMore() : ui.showNamed({ what: rest ?? '' })}
        </Button>
      )}
    </div>
  )
}

/** The name of the cut content, which may be empty; null if nothing is cut. */
function restIn(frame: HTMLElement, nameOf: ClampProps['nameOf']): string | null {
  const isCut = frame.scrollHeight > frame.clientHeight + 4
  return isCut ? (nameOf?.(cutPieces(frame)) ?? '') : null
}

function cutPieces(frame: HTMLElement): string[] {
  const end = frame.getBoundingClientRect().top + frame.clientHeight
  return [...frame.querySelectorAll<HTMLElement>('[data-piece]')]
    .filter((piece) => piece.getBoundingClientRect().bottom > end + 4)
    .map((piece) => piece.dataset['piece'] ?? '')
}
