/** Keeps long content short until the person wants all of it. */
import { useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { Button } from './button'
import styles from './clamp.module.css'

/** Shows the first 220 px and a button for the rest, when there is a rest. */
export function Clamp({ children }: { readonly children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  const [isWhole, setIsWhole] = useState(false)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const element = content.current
    if (element !== null) setIsCut(element.scrollHeight > element.clientHeight + 4)
  }, [children, isWhole])
  return (
    <div className={styles.clamp}>
      <div
        ref={content}
        className={styles.clampContent}
        data-whole={isWhole || undefined}
        data-cut={isCut || undefined}
      >
        {children}
      </div>
      {(isCut || isWhole) && (
        <Button size="small" variant="quiet" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? ui.showLess() : ui.showMore()}
        </Button>
      )}
    </div>
  )
}
