/** The title of a row as an edit field. */
import { useState } from 'react'
import styles from './conversation-row.module.css'
import { shell } from '../../../app/texts/compiled/window/shell'

export interface RenameFieldProps {
  readonly title: string
  /** Null: nothing changed. */
  readonly onDone: (title: string | null, isByKey: boolean) => void
}

export function RenameField({ title, onDone }: RenameFieldProps) {
  const [text, setText] = useState(title)
  return (
    <input
      className={styles.conversationRename}
      aria-label={shell.newTitle()}
      value={text}
      maxLength={300}
      ref={focusAndSelect}
      onChange={(event) => setText(event.target.value)}
      onBlur={() => onDone(text, false)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // The row gets the focus in a moment; the same press must not open it.
        event.preventDefault()
        onDone(event.key === 'Enter' ? text : null, true)
      }}
    />
  )
}

function focusAndSelect(input: HTMLInputElement | null): void {
  input?.focus()
  input?.select()
}
