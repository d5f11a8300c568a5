/** Says that a script makes the call instead of the model directly, with the script folded below. */
import { consent } from '../../../app/texts/compiled/window/consent'
import { Clamp } from '../../ui/controls/clamp'
import { CodeBlock } from '../../ui/untrusted/code-block'
import styles from './script-notice.module.css'

export function ScriptNotice({ code }: { readonly code: string }) {
  return (
    <details className={styles.scriptNotice}>
      <summary>{consent.calledByScript()}</summary>
      <Clamp>
        <CodeBlock code={code} language="javascript" />
      </Clamp>
    </details>
  )
}
