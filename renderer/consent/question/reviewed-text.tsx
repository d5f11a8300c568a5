/** Editable text from a server or model; hidden characters in it are named, and can be removed. */
import { Button } from '../../ui/controls/button'
import { Clamp } from '../../ui/controls/clamp'
import { describeHiddenCharacters, splitHidden } from '../../ui/base/hidden-characters'
import { TextField } from '../../ui/controls/text-field'
import { WholeText } from '../../ui/untrusted/exact-text'
import styles from './reviewed-text.module.css'
import { consent } from '../../../app/texts/compiled/window/consent'

export interface ReviewedTextProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
  readonly placeholder?: string
  /** Minimum rows; it grows with its text. Default 2. */
  readonly rows?: number
}

export function ReviewedText({ label, value, onChange, placeholder, rows = 2 }: ReviewedTextProps) {
  const hidden = describeHiddenCharacters(value)
  return (
    <div className={styles.reviewedText}>
      <TextField
        label={label}
        value={value}
        onChange={onChange}
        rows={rows}
        {...(placeholder !== undefined && { placeholder })}
        {...(hidden !== null && {
          hint: <span className={styles.reviewedTextHidden}>{consent.markedHere({ hidden })}</span>
        })}
      />
      {hidden !== null && (
        <>
          <div className={styles.reviewedTextMarked}>
            <Clamp>
              <WholeText text={value} />
            </Clamp>
          </div>
          <Button size="small" onClick={() => onChange(withoutHidden(value))}>
            {consent.removeHidden()}
          </Button>
        </>
      )}
    </div>
  )
}

function withoutHidden(text: string): string {
  return splitHidden(text)
    .map((piece) => (piece.type === 'hidden' ? '' : piece.text))
    .join('')
}
