/** Says that Parley's runtime gets no security updates any more. Stays until hidden, once per version. */
import { X } from 'lucide-react'
import { useState } from 'react'
import { shell } from '../../../app/texts/compiled/window/shell'
import { useProjection } from '../../state/projection'
import { VisibleText } from '../../ui/base/hidden-characters'
import { IconButton } from '../../ui/controls/button'
import { isOutOfSupport } from './electron-support'
import styles from './runtime-notice.module.css'

/** Storage key of the version whose notice was hidden. It affects nothing else. */
const hiddenKey = 'parley.hidden-runtime-notice'

/** Has its own space and takes no focus. */
export function RuntimeNotice() {
  const version = useProjection((state) => state.app.electronVersion)
  const [hidden, setHidden] = useState(() => localStorage.getItem(hiddenKey))
  if (!isOutOfSupport(version) || hidden === version) return null
  const hide = (): void => {
    localStorage.setItem(hiddenKey, version)
    setHidden(version)
  }
  return (
    <div role="status" className={styles.notice}>
      <span className={styles.text}>
        <VisibleText text={shell.runtimeEnded({ version })} />
      </span>
      <IconButton label={shell.hideRuntimeNotice()} icon={X} size="small" onClick={hide} />
    </div>
  )
}
