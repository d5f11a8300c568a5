/** Says that the runtime below Parley gets no security updates any more. Stays until it is hidden, once for each version. */
import { X } from 'lucide-react'
import { useState } from 'react'
import { shell } from '../../../app/texts/compiled/window/shell'
import { useProjection } from '../../state/projection'
import { VisibleText } from '../../ui/base/hidden-characters'
import { IconButton } from '../../ui/controls/button'
import { isOutOfSupport } from './electron-support'
import styles from './runtime-notice.module.css'

/** Where the version is kept whose notice was hidden. It decides about nothing else. */
const hiddenKey = 'parley.hidden-runtime-notice'

/** Takes room of its own and no focus. */
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
