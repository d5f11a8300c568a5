/**
 * The text box and its buttons. Enter sends, Shift+Enter breaks the line, and keys of an input method are ignored.
 * Lists above it handle their keys through `suggestions`.
 */
import { ArrowUp, ListPlus, Paperclip, Server, Square } from 'lucide-react'
import type { ClipboardEvent, KeyboardEvent, ReactNode, RefObject } from 'react'
import { Button, IconButton } from '../../ui/controls/button'
import { keysInPlaces } from '../../../app/contract/bridge/commands'
import { useProjection } from '../../state/projection'
import { failedCount } from '../../state/servers-slice'
import { describeShortcut } from '../../parts/describe-shortcut'
import { SpellingLayer } from '../../parts/spelling/spelling-layer'
import styles from './composer.module.css'
import { composer as texts } from '../../../app/texts/compiled/window/composer'

/** A list that the text box controls. */
export interface Suggestions {
  readonly listId: string
  readonly activeOptionId: string
  /** Returns true if it handled the key. */
  readonly onKeyDown: (event: KeyboardEvent) => boolean
}

export interface ComposerProps {
  readonly text: string
  readonly onChange: (text: string) => void
  /** Reports the caret position on each move. */
  readonly onCaret: (position: number) => void
  /** While an answer is written, the message waits for its end or for the results of running calls. */
  readonly onSend: (isSteering: boolean) => void
  readonly onStop: () => void
  /** Escape while an answer is written. */
  readonly onEscape: () => void
  /** Edits the newest waiting message; absent: none waits. */
  readonly onTakeBack?: (() => void) | undefined
  readonly isRunning: boolean
  readonly connectedCount: number
  readonly onOpenServers: () => void
  readonly placeholder: string
  readonly suggestions: Suggestions | null
  /** Keys that no list handled. */
  readonly onUnusedKey?: (event: KeyboardEvent) => void
  readonly textbox: RefObject<HTMLTextAreaElement | null>
  readonly onAttach: () => void
  readonly onPaste: (event: ClipboardEvent) => void
  /** The button that adds files. */
  readonly files: ReactNode
  /** What is sent with the text; null for nothing. */
  readonly attachments: ReactNode
  /** What else goes with the next message, but doesn't make a message. */
  readonly context: ReactNode
  /** The button of the conversation's folders. */
  readonly folders: ReactNode
  /** The model picker. */
  readonly children: ReactNode
}

export function Composer(props: ComposerProps) {
  const { text, suggestions, textbox } = props
  const canSend = text.trim() !== '' || props.attachments !== null
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (suggestions?.onKeyDown(event) === true) return
    const act = actOf(event, { ...props, canSend })
    if (act === null) return props.onUnusedKey?.(event)
    event.preventDefault()
    act()
  }
  return (
    <div className={styles.composer}>
      {props.context}
      {props.attachments}
      <div className={styles.composerField}>
        <SpellingLayer text={text} textbox={textbox} className={styles.composerText} />
        <textarea
          ref={textbox}
          // The first frame's box has marks: `use-early-typing.ts`.
          suppressHydrationWarning
          className={styles.composerText}
          aria-label={texts.message()}
          placeholder={props.placeholder}
          rows={1}
          value={text}
          onChange={(event) => {
            props.onChange(event.target.value)
            props.onCaret(event.target.selectionStart)
          }}
          onSelect={(event) => props.onCaret(event.currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={props.onPaste}
          aria-autocomplete={suggestions === null ? undefined : 'list'}
          aria-controls={suggestions?.listId}
          aria-activedescendant={suggestions?.activeOptionId}
        />
      </div>
      <Bar {...props} canSend={canSend} />
    </div>
  )
}

/** Below the text: attachments, the model, and Send. */
function Bar({ isRunning, canSend, textbox, ...props }: ComposerProps & { readonly canSend: boolean }) {
  return (
    <div className={styles.composerBar}>
      <AttachButton onAttach={props.onAttach} />
      {props.files}
      <ServersButton connectedCount={props.connectedCount} onOpen={props.onOpenServers} />
      {props.folders}
      <div className={styles.composerEnd}>
        <div className={styles.composerModel}>{props.children}</div>
        <SendOrStop
          isRunning={isRunning}
          canSend={canSend}
          onSend={andWriteOn(textbox, () => props.onSend(false))}
          onStop={andWriteOn(textbox, props.onStop)}
        />
      </div>
    </div>
  )
}

interface ServersButtonProps {
  readonly connectedCount: number
  readonly onOpen: () => void
}

/** How many servers are connected and, in red, how many failed. Opens the dialog with all servers. */
export function ServersButton({ connectedCount, onOpen }: ServersButtonProps) {
  const failed = useProjection(failedCount)
  const connected = texts.serversConnected({ count: connectedCount })
  const failure = failed === 0 ? undefined : texts.serversFailed({ count: failed })
  return (
    <Button
      variant="quiet"
      size="small"
      icon={Server}
      className={styles.composerServers}
      aria-label={connected}
      aria-description={failure}
      onClick={onOpen}
    >
      {connected}
      {failure !== undefined && <span className={styles.composerFailed}>{failure}</span>}
    </Button>
  )
}

function AttachButton({ onAttach }: Pick<ComposerProps, 'onAttach'>) {
  return (
    <IconButton
      label={texts.attach()}
      icon={Paperclip}
      size="small"
      data-command="attach-resources"
      onClick={onAttach}
    />
  )
}

type KeyProps = Pick<ComposerProps, 'text' | 'isRunning' | 'onSend' | 'onEscape' | 'onTakeBack'> & {
  readonly canSend: boolean
}

/** What Enter does to the message; null: nothing. */
function actOf(event: KeyboardEvent, props: KeyProps): (() => void) | null {
  const { canSend, isRunning } = props
  const isSteering = event.ctrlKey || event.metaKey
  // With nothing to send the key is free for other uses.
  if (event.key === 'Enter' && !event.shiftKey && (canSend || !isSteering))
    return () => canSend && props.onSend(isSteering)
  if (event.key === 'Escape' && isRunning) return props.onEscape
  if (event.key === 'ArrowUp' && props.text === '') return props.onTakeBack ?? null
  return null
}

/** The button is swapped or disabled while it has the focus, so the focus moves to the text box. */
function andWriteOn(textbox: ComposerProps['textbox'], act: () => void): () => void {
  return () => {
    act()
    textbox.current?.focus()
  }
}

interface SendOrStopProps {
  readonly isRunning: boolean
  readonly canSend: boolean
  readonly onSend: () => void
  readonly onStop: () => void
}

function SendOrStop({ isRunning, canSend, onSend, onStop }: SendOrStopProps) {
  return isRunning ? (
    <>
      {canSend && <IconButton label={texts.queueMessage()} icon={ListPlus} onClick={onSend} />}
      <IconButton
        label={texts.stop()}
        icon={Square}
        data-command="stop-answer"
        tip={`${texts.stop()} (${describeShortcut(keysInPlaces.answering.stop)})`}
        variant="filled"
        className={styles.composerSend}
        onClick={onStop}
      />
    </>
  ) : (
    <IconButton
      label={texts.send()}
      icon={ArrowUp}
      variant="filled"
      className={styles.composerSend}
      disabled={!canSend}
      onClick={onSend}
    />
  )
}
