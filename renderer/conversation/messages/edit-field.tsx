/** Changes the words of a message in their place. Enter sends them, Shift+Enter breaks the line, Escape leaves them as they were. */
import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { SpellingLayer } from '../../parts/spelling/spelling-layer'
import { Button } from '../../ui/controls/button'
import styles from './edit-field.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface EditFieldProps {
  readonly text: string
  /** False: they can be written, and sent later. */
  readonly canSend: boolean
  readonly onChange: (text: string) => void
  /** Resolves when they were sent or could not be. */
  readonly onSend: () => Promise<void>
  readonly onCancel: () => void
}

export function EditField({ text, canSend, onChange, onSend, onCancel }: EditFieldProps) {
  const [isSending, setIsSending] = useState(false)
  const textbox = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => focusAtEnd(textbox.current), [])
  const isReady = canSend && !isSending && text.trim() !== ''
  const send = () => {
    setIsSending(true)
    void onSend().finally(() => setIsSending(false)) // never rejects
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.keyCode === 229) return
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
    } else if (event.key === 'Enter' && !event.shiftKey) {
      event.preventDefault()
      if (isReady) send()
    }
  }
  return (
    <div className={styles.editField}>
      <div className={styles.editPlace}>
        <SpellingLayer text={text} textbox={textbox} className={styles.editText} />
        <textarea
          ref={textbox}
          className={styles.editText}
          aria-label={texts.editedText()}
          value={text}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={onKeyDown}
        />
      </div>
      <div className={styles.editBar}>
        <span className={styles.editNote}>{texts.editNote()}</span>
        <Button size="small" onClick={onCancel}>
          {texts.cancelEdit()}
        </Button>
        <Button size="small" variant="primary" disabled={!isReady} isBusy={isSending} onClick={send}>
          {texts.saveAndResend()}
        </Button>
      </div>
    </div>
  )
}

/** Who pressed Edit writes on here; who has gone elsewhere since, and only scrolls past, does not. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  const isHere = field?.closest('article')?.contains(document.activeElement) === true
  if (field === null || !(isHere || document.activeElement === document.body)) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
