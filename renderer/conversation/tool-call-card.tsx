/** One call of a tool: who asked what of whom, how far it is, what came back. */
import { ChevronRight, CircleX, Wrench } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import type { ToolCallPart } from '../../app/contract/conversations'
import { Badge } from '../ui/badge'
import type { BadgeProps } from '../ui/badge'
import { Button } from '../ui/button'
import { VisibleText } from '../ui/hidden-characters'
import { formatDuration, useNow } from '../ui/time'
import type { AttachedResource } from './attachments-view-store'
import './tool-call-card.css'
import { ToolCallDetails } from './tool-call-details'
import { ToolCallProgress } from './tool-call-progress'

export interface ToolCallCardProps {
  readonly part: ToolCallPart
  readonly onCancel: (callId: string) => void
  readonly onAttach?: ((resource: AttachedResource) => void) | undefined
}

/** A group named `Tool call ‹server› ‹tool›`. */
export function ToolCallCard({ part, onCancel, onAttach }: ToolCallCardProps) {
  const [isOpen, setIsOpen] = useState(true)
  const bodyId = useId()
  const toggle = useRef<HTMLButtonElement>(null)
  const isRunning = part.state === 'running'
  return (
    <div
      role="group"
      aria-label={`Tool call ${part.serverName ?? 'unknown server'} ${part.toolName}`}
      className="tool-call"
      data-state={part.state}
    >
      <div className="tool-call-header">
        <button
          ref={toggle}
          type="button"
          className="tool-call-toggle"
          aria-expanded={isOpen}
          aria-controls={bodyId}
          onClick={() => setIsOpen(!isOpen)}
        >
          <ChevronRight size={14} aria-hidden className="tool-call-chevron" />
          <Wrench size={14} aria-hidden />
          <span className="tool-call-name">
            <VisibleText text={part.toolName} />
          </span>
          <span className="tool-call-server">
            <VisibleText text={part.serverName ?? 'unknown server'} />
          </span>
        </button>
        {part.isEditedByPerson && <Badge>edited by you</Badge>}
        <Elapsed part={part} />
        <StateBadge part={part} />
        {isRunning && (
          <Button
            size="small"
            variant="quiet"
            icon={CircleX}
            className="tool-call-cancel"
            onClick={() => {
              onCancel(part.callId)
              toggle.current?.focus() // the button goes with the call
            }}
          >
            <span className="tool-call-cancel-word">Cancel call</span>
          </Button>
        )}
      </div>
      {isRunning && part.progress !== null && <ToolCallProgress progress={part.progress} />}
      <div id={bodyId} hidden={!isOpen}>
        {isOpen && <ToolCallDetails part={part} onAttach={onAttach} />}
      </div>
    </div>
  )
}

const tones: Record<ToolCallPart['state'], BadgeProps['tone']> = {
  preparing: 'neutral',
  'waiting for approval': 'warning',
  running: 'accent',
  done: 'success',
  failed: 'danger',
  denied: 'neutral',
  cancelled: 'neutral'
}

function StateBadge({ part }: { readonly part: ToolCallPart }) {
  const isGoingOn = part.state === 'running' || part.state === 'preparing'
  const tone = part.isError && part.state === 'done' ? 'danger' : (tones[part.state] ?? 'neutral')
  return (
    <Badge tone={tone} dot={isGoingOn ? 'pulse' : 'still'}>
      {part.state}
    </Badge>
  )
}

/** Runs along while the call runs, then says how long it took. */
function Elapsed({ part }: { readonly part: ToolCallPart }) {
  const isRunning = part.state === 'running'
  const now = useNow(isRunning)
  if (part.startedAt === null || (part.endedAt === null && !isRunning)) return null
  return <span className="tool-call-elapsed">{formatDuration((part.endedAt ?? now) - part.startedAt)}</span>
}
