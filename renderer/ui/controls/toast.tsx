/**
 * Notices in the corner. Each disappears automatically, so that it doesn't cover content for long, but not while the
 * pointer or the focus is on it. They are announced and never take the focus.
 */
import { CircleAlert, Info, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ui } from '../../../app/texts/compiled/window/ui'
import { IconButton } from './button'
import { VisibleText } from '../base/hidden-characters'
import styles from './toast.module.css'

export interface Notice {
  readonly id: number
  readonly level: 'status' | 'alert'
  readonly text: string
}

export interface NoticesProps {
  readonly notices: readonly Notice[]
  readonly onDismiss: (id: number) => void
  /** Next to the text of a notice; null: nothing. A notice with it stays longer. */
  readonly actionOf?: (id: number) => ReactNode
}

const withActionMs = 60_000

/** How long a notice stays after the pointer and the focus have left it, in milliseconds. */
const stayMs: Readonly<Record<Notice['level'], number>> = { status: 6_000, alert: 15_000 }

/** Oldest first. */
export function Notices({ notices, onDismiss, actionOf = () => null }: NoticesProps) {
  return (
    <div className={styles.notices} aria-live="polite">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} action={actionOf(notice.id)} onDismiss={onDismiss} />
      ))}
    </div>
  )
}

function NoticeCard({
  notice,
  action,
  onDismiss
}: {
  readonly notice: Notice
  readonly action: ReactNode
  readonly onDismiss: (id: number) => void
}) {
  const { id, level, text } = notice
  return (
    <LeavingCard
      role={level}
      icon={level === 'alert' ? CircleAlert : Info}
      stayMs={action === null ? stayMs[level] : withActionMs}
      action={action}
      onLeave={() => onDismiss(id)}
    >
      <span className={styles.noticeText}>
        <VisibleText text={text} />
      </span>
    </LeavingCard>
  )
}

export interface LeavingCardProps {
  readonly role: Notice['level']
  readonly icon: LucideIcon
  /** How long it stays after the pointer and the focus have left it; null: it stays, and can't be dismissed. */
  readonly stayMs: number | null
  /** Next to the text. */
  readonly action: ReactNode
  readonly onLeave: () => void
  readonly children: ReactNode
}

/** The frame of a notice in the corner. */
export function LeavingCard({ role, icon: Icon, stayMs: ms, action, onLeave, children }: LeavingCardProps) {
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isHeld = isHovered || isFocused
  const leave = useRef(onLeave)
  leave.current = onLeave
  useEffect(() => {
    if (isHeld || ms === null) return
    const timer = setTimeout(() => leave.current(), ms)
    return () => clearTimeout(timer)
  }, [ms, isHeld])
  return (
    <div
      role={role}
      className={styles.notice}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <Icon size={16} aria-hidden />
      {children}
      {action}
      {ms !== null && <IconButton label={ui.dismiss()} icon={X} size="small" onClick={onLeave} />}
    </div>
  )
}
