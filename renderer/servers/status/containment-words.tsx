/** A shield, with words: whether the program of a server is contained. Nothing for what is no program. */
import { Shield, ShieldCheck } from 'lucide-react'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './transport-words.module.css'

export function ContainmentWords({ isContained }: { readonly isContained: boolean | undefined }) {
  if (isContained === undefined) return null
  const Drawing = isContained ? ShieldCheck : Shield
  return (
    <span
      className={styles.transportWords}
      title={isContained ? texts.containedHint() : texts.notContainedHint()}
    >
      <Drawing size={14} aria-hidden />
      {isContained ? texts.contained() : texts.notContained()}
    </span>
  )
}
