/** The frame of a content block: its kind, facts and content. */
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import styles from './content-frame.module.css'

export interface ContentFrameProps {
  readonly icon: LucideIcon
  readonly title: string
  /** Makes it a region with this name. */
  readonly label?: string
  /** Facts under the title. */
  readonly detail?: ReactNode
  /** Buttons at the end of the head. */
  readonly actions?: ReactNode
  readonly children?: ReactNode
}

export function ContentFrame({ icon: Icon, title, label, detail, actions, children }: ContentFrameProps) {
  const Frame = label === undefined ? 'div' : 'section'
  return (
    <Frame
      data-part="block"
      className={styles.contentFrame}
      {...(label !== undefined && { 'aria-label': plainWithMarks(label) })}
    >
      <div className={styles.contentFrameHead}>
        <Icon size={14} aria-hidden />
        <span className={styles.contentFrameTitle}>
          <VisibleText text={title} />
        </span>
        {actions}
      </div>
      {detail !== undefined && <div className={styles.contentFrameDetail}>{detail}</div>}
      <div className={styles.contentFrameBody}>{children}</div>
    </Frame>
  )
}
