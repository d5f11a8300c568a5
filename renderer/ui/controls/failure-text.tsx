/** Why something did not work, beside what set it off; read aloud when it appears. Nothing while all is well. */
import { VisibleText } from '../base/hidden-characters'
import styles from './failure-text.module.css'

export function FailureText({ text }: { readonly text: string | null }) {
  if (text === null) return null
  return (
    <p role="alert" className={styles.failureText}>
      <VisibleText text={text} />
    </p>
  )
}
