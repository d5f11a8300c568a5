/** The start command of a server from outside, one argument per line, so that none can look like two. */
import { ExactText } from '../../ui/untrusted/exact-text'
import { keyed } from '../../ui/untrusted/facts'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import commonStyles from '../../parts/common.module.css'
import styles from './bundle-command.module.css'
export function BundleCommand({ pieces }: { readonly pieces: readonly string[] }) {
  if (pieces.length === 0) return <span className={commonStyles.smallNote}>{texts.bundleNone()}</span>
  return (
    <ol className={styles.pieces}>
      {keyed(pieces).map(({ key, text }) => (
        <li key={key}>
          <code className={commonStyles.code}>
            <ExactText text={text} />
          </code>
        </li>
      ))}
    </ol>
  )
}
