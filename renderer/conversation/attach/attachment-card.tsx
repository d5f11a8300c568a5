/** The frame of an attachment of a message: what it is, its source, and its content on request. */
import type { LucideIcon } from 'lucide-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { plainWithMarks, VisibleText } from '../../ui/base/hidden-characters'
import { FoldButton } from '../../ui/controls/fold-button'
import { usePlaceName, useWhenRevealed } from '../../ui/base/reveal-target'
import commonStyles from '../../parts/common.module.css'
import styles from './attachment-card.module.css'

export interface AttachmentCardProps {
  /** Accessible name of the group. */
  readonly label: string
  readonly icon: LucideIcon
  readonly name: string
  /** Absent for attachments without a server. */
  readonly serverName?: string
  /** Short, most important first. */
  readonly facts: readonly string[]
  readonly isOpenFirst?: boolean
  /** Marks and buttons at the end of the head. */
  readonly trailing?: ReactNode
  readonly children: ReactNode
}

export function AttachmentCard(props: AttachmentCardProps) {
  const { icon: Icon, name, serverName, facts } = props
  const [isOpen, setIsOpen] = useState(props.isOpenFirst ?? false)
  useWhenRevealed(() => setIsOpen(true))
  const bodyId = useId()
  return (
    <div
      role="group"
      aria-label={plainWithMarks(props.label)}
      className={styles.attachment}
      data-hit-place={usePlaceName()}
    >
      <div className={styles.attachmentHead}>
        <FoldButton
          className={styles.attachmentToggle}
          isOpen={isOpen}
          onToggle={() => setIsOpen(!isOpen)}
          controls={bodyId}
        >
          <Icon size={14} aria-hidden />
          <span className={styles.attachmentWords}>
            <span className={styles.attachmentName}>
              <VisibleText text={name} />
            </span>
            <span className={commonStyles.smallFact}>
              <VisibleText text={[serverName ?? [], facts].flat().join(' · ')} />
            </span>
          </span>
        </FoldButton>
        {props.trailing}
      </div>
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && (
          <div className={styles.attachmentBody} data-hit-words="result">
            {props.children}
          </div>
        )}
      </div>
    </div>
  )
}
