/** Parley's own bar above a view: names the server, so that the view can't pose as something else. */
import { Maximize2, Minimize2, Move, PictureInPicture2, Text, X } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { RefObject } from 'react'
import type { OpenView } from '../../../app/contract/bridge/view-calls'
import type { ToolCallPart } from '../../../app/contract/conversations'
import { ViewAccessMarks } from '../../parts/views/view-access-marks'
import { VisibleText } from '../../ui/base/hidden-characters'
import { Button, IconButton } from '../../ui/controls/button'
import { nameCallServer } from './call-state'
import styles from './call-view.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface ViewBarProps {
  readonly part: ToolCallPart
  /** Null until it is open. */
  readonly view: OpenView | null
  readonly mode: OpenView['displayMode']
  /** What the view supports. */
  readonly modes: OpenView['displayModes']
  readonly onMode: (mode: OpenView['displayMode']) => void
  readonly onMove: () => void
  readonly onLeave: (choice: 'text' | 'closed') => void
  /** The button that changes the mode: it gets the focus that a view loses. */
  readonly modeButton: RefObject<HTMLButtonElement | null>
}

export function ViewBar(props: ViewBarProps) {
  const { part, view, mode, modes, onMode, onMove, onLeave, modeButton } = props
  useReturnedFocus(mode, modeButton)
  useEffect(() => {
    if (mode !== 'fullscreen') return
    const leaveOnEscape = ({ key, defaultPrevented }: KeyboardEvent): void => {
      if (key === 'Escape' && !defaultPrevented) onMode('inline')
    }
    window.addEventListener('keydown', leaveOnEscape)
    return () => window.removeEventListener('keydown', leaveOnEscape)
  }, [mode, onMode])
  const isInline = mode === 'inline'
  const Action = mode === 'pip' ? SmallAction : RowAction
  return (
    <div className={styles.bar}>
      <div className={styles.facts}>
        <span className={styles.from}>
          <VisibleText text={texts.viewFrom({ server: nameCallServer(part) })} />
        </span>
        {view !== null && <ViewAccessMarks view={view} isNarrow={mode === 'pip'} />}
      </div>
      <div className={styles.commands}>
        <Action icon={Text} label={texts.showAsText()} onPress={() => onLeave('text')} />
        {mode === 'pip' && <Action icon={Move} label={texts.moveView()} onPress={onMove} />}
        {isInline && (
          <Action
            icon={PictureInPicture2}
            label={texts.viewInCorner()}
            isDisabled={!modes.includes('pip')}
            onPress={() => onMode('pip')}
          />
        )}
        <Action
          ref={modeButton}
          icon={isInline ? Maximize2 : Minimize2}
          label={isInline ? texts.viewFullScreen() : leaveLabels[mode]()}
          isDisabled={isInline && !modes.includes('fullscreen')}
          onPress={() => onMode(isInline ? 'fullscreen' : 'inline')}
        />
        <Action icon={X} label={texts.closeView()} onPress={() => onLeave('closed')} />
      </div>
    </div>
  )
}

const leaveLabels = { fullscreen: texts.exitFullScreen, pip: texts.leaveCorner }

interface ActionProps {
  readonly icon: LucideIcon
  readonly label: string
  readonly isDisabled?: boolean
  readonly onPress: () => void
  readonly ref?: RefObject<HTMLButtonElement | null>
}

function RowAction({ icon, label, isDisabled = false, onPress, ref }: ActionProps) {
  return (
    <Button
      ref={ref}
      size="small"
      variant="quiet"
      icon={icon}
      title={label}
      disabled={isDisabled}
      onClick={onPress}
    >
      <span className={styles.label}>{label}</span>
    </Button>
  )
}

/** The panel in the corner is narrow. */
function SmallAction({ icon, label, isDisabled = false, onPress, ref }: ActionProps) {
  return (
    <IconButton ref={ref} size="small" icon={icon} label={label} disabled={isDisabled} onClick={onPress} />
  )
}

/** The focus may be in the view, where it would be lost. */
function useReturnedFocus(mode: OpenView['displayMode'], button: RefObject<HTMLButtonElement | null>): void {
  const before = useRef(mode)
  useEffect(() => {
    if (before.current !== mode) button.current?.focus()
    before.current = mode
  }, [mode, button])
}
