/** Edits a message in place. Enter sends, Shift+Enter breaks the line, Escape discards the edit. */
import { useLayoutEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { SpellingLayer } from '../../parts/spelling/spelling-layer'
import { Button } from '../../ui/controls/button'
import commonStyles from '../../parts/common.module.css'
import styles from './edit-field.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export interface EditFieldProps {
  readonly text: string
  /** False: it can be edited now and sent later. */
  readonly canSend: boolean
  readonly onChange: (text: string) => void
  /** Resolves when it was sent or sending failed. */
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
    <div className={commonStyles.stack2}>
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

/** Focused after Edit was pressed, but not if the user went to another place and only scrolls past. */
function focusAtEnd(field: HTMLTextAreaElement | null): void {
  const isHere = field?.closest('article')?.contains(document.activeElement) === true
  if (field === null || !(isHere || document.activeElement === document.body)) return
  field.focus()
  field.setSelectionRange(field.value.length, field.value.length)
}
