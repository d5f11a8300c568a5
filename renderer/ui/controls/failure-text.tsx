/** Why something failed, next to what started it; announced when it appears. Nothing without a failure. */
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
