/**
 * Keeps a part that can't be drawn from breaking the window. Shows what failed, its unformatted text, and what to do
 * instead. Used around everything that shows text from outside, and around every part of the frame.
 */
import { ClipboardCopy, RotateCcw, Text } from 'lucide-react'
import { useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import type { FallbackProps } from 'react-error-boundary'
import { ui } from '../../../app/texts/compiled/window/ui'
import { VisibleText } from '../base/hidden-characters'
import { useHostActions } from '../base/host-actions'
import { PlainText } from '../base/plain-text'
import { Button } from './button'
import styles from './render-boundary.module.css'

export interface RecoveryAction {
  readonly label: string
  readonly onPress: () => void
}

export interface RenderBoundaryProps {
  /** Says what failed: `notShown.message()`. */
  readonly sentence: string
  /** What would be drawn, as plain text; called when the user wants to see it. */
  readonly text: () => string
  /** Besides trying again: closing it, going to another place. */
  readonly waysOn?: readonly RecoveryAction[]
  /** A change of one of these tries again. */
  readonly resetKeys?: readonly unknown[]
  /** The container of the failure message, if nothing around the children remains. Default: in place. */
  readonly renderFailure?: (failure: ReactNode) => ReactNode
  readonly children: ReactNode
}

export function RenderBoundary(props: RenderBoundaryProps) {
  const { renderFailure = (failure) => failure, resetKeys, children, ...said } = props
  const place = useRef<string | null | undefined>(null)
  const drawFailure = (failed: FallbackProps) =>
    renderFailure(<Failure {...said} {...failed} place={() => place.current ?? ''} />)
  return (
    <ErrorBoundary
      onError={(_error, { componentStack }) => (place.current = componentStack)}
      fallbackRender={drawFailure}
      {...(resetKeys !== undefined && { resetKeys: [...resetKeys] })}
    >
      {children}
    </ErrorBoundary>
  )
}

interface FailureProps extends FallbackProps, Pick<RenderBoundaryProps, 'sentence' | 'text' | 'waysOn'> {
  /** In which part of the window it failed, known once it is on screen. */
  readonly place: () => string
}

function Failure({ sentence, text, waysOn = [], error, resetErrorBoundary, place }: FailureProps) {
  const [isPlain, setIsPlain] = useState(false)
  const { copyText } = useHostActions()
  const copyDetails = () =>
    // The host reports why if it can't be copied.
    void copyText(`${sentence}\n${detailsOf(error)}\n${place()}`).catch(() => {})
  return (
    <div role="alert" className={styles.failure}>
      <p className={styles.words}>
        <strong>{sentence}</strong> <VisibleText text={messageOf(error)} />
      </p>
      <div className={styles.buttons}>
        <Button size="small" icon={Text} aria-expanded={isPlain} onClick={() => setIsPlain(!isPlain)}>
          {isPlain ? ui.hidePlainText() : ui.showPlainText()}
        </Button>
        <Button size="small" icon={ClipboardCopy} onClick={copyDetails}>
          {ui.copyDetails()}
        </Button>
        <Button size="small" icon={RotateCcw} onClick={() => resetErrorBoundary()}>
          {ui.tryAgain()}
        </Button>
        {waysOn.map(({ label, onPress }) => (
          <Button
            key={label}
            size="small"
            onClick={() => {
              onPress()
              resetErrorBoundary()
            }}
          >
            {label}
          </Button>
        ))}
      </div>
      {isPlain && (
        <div className={styles.plain} tabIndex={0} role="group" aria-label={ui.plainText()}>
          <PlainText text={text()} />
        </div>
      )}
    </div>
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function detailsOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? `${error.name}: ${error.message}`) : String(error)
}
