/**
 * Notices in the corner: news (`status`) leaves by itself, an error (`alert`) stays until dismissed.
 * They are read aloud where they appear and never take the focus.
 */
import { CircleAlert, Info, X } from 'lucide-react'
import { useEffect } from 'react'
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

/** How long news stays. */
const statusMs = 6_000

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
  useEffect(() => {
    if (level !== 'status') return
    const timer = setTimeout(() => onDismiss(id), statusMs)
    return () => clearTimeout(timer)
  }, [id, level, onDismiss])
  const Icon = level === 'alert' ? CircleAlert : Info
  return (
    <div role={level} className={classNames('notice', `notice-${level}`)}>
      <Icon size={16} aria-hidden />
      <span className="notice-text">
        <VisibleText text={text} />
      </span>
      <IconButton label="Dismiss" icon={X} size="small" onClick={() => onDismiss(id)} />
    </div>
  )
}
