/**
 * Notices in the corner: each leaves by itself, so that what it covers is not covered for long; not while the pointer
 * or the focus is on it. They are read aloud where they appear and never take the focus.
 */
import { CircleAlert, Info, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button'
import { classNames } from './class-names'
import { VisibleText } from './hidden-characters'
import './toast.css'

export interface Notice {
  readonly id: number
  readonly level: 'status' | 'alert'
  readonly text: string
}

export interface NoticesProps {
  readonly notices: readonly Notice[]
  readonly onDismiss: (id: number) => void
}

/** How long one stays, from the moment that nobody is on it. */
const stayMs: Readonly<Record<Notice['level'], number>> = { status: 6_000, alert: 15_000 }

/** Oldest first. */
export function Notices({ notices, onDismiss }: NoticesProps) {
  return (
    <div className="notices" aria-live="polite">
      {notices.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onDismiss={onDismiss} />
      ))}
    </div>
  )
}

function NoticeCard({
  notice,
  onDismiss
}: {
  readonly notice: Notice
  readonly onDismiss: (id: number) => void
}) {
  const { id, level, text } = notice
  const [isHovered, setIsHovered] = useState(false)
  const [isFocused, setIsFocused] = useState(false)
  const isHeld = isHovered || isFocused
  useEffect(() => {
    if (isHeld) return
    const timer = setTimeout(() => onDismiss(id), stayMs[level])
    return () => clearTimeout(timer)
  }, [id, level, isHeld, onDismiss])
  const Icon = level === 'alert' ? CircleAlert : Info
  return (
    <div
      role={level}
      className={classNames('notice', `notice-${level}`)}
      onPointerEnter={() => setIsHovered(true)}
      onPointerLeave={() => setIsHovered(false)}
      onFocus={() => setIsFocused(true)}
      onBlur={() => setIsFocused(false)}
    >
      <Icon size={16} aria-hidden />
      <span className="notice-text">
        <VisibleText text={text} />
      </span>
      <IconButton label="Dismiss" icon={X} size="small" onClick={() => onDismiss(id)} />
    </div>
  )
}
