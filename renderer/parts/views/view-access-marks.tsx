/** In the bar of an app: the network access that it doesn't have, and the devices that it uses. */
import { Camera, ClipboardPen, MapPin, Mic, WifiOff, type LucideIcon } from 'lucide-react'
import type { OpenView } from '../../../app/contract/bridge/view-calls'
import type { ViewPermission } from '../../../app/contract/consent/view-access'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { classNames } from '../../ui/base/class-names'
import styles from './view-access-marks.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

interface ViewAccessMarksProps {
  readonly view: OpenView
  /** Only the pictures are drawn. */
  readonly isNarrow?: boolean
}

export function ViewAccessMarks({ view, isNarrow = false }: ViewAccessMarksProps) {
  const { hosts, refusedHosts, permissions } = view
  return (
    <>
      {refusedHosts.length > 0 && (
        <Mark
          icon={WifiOff}
          text={hosts.length === 0 ? texts.viewWithoutNetwork() : texts.viewSomeHosts()}
          isNarrow={isNarrow}
          title={plainWithMarks(texts.viewRefusedHosts({ hosts: refusedHosts.join(', ') }))}
        />
      )}
      {permissions.map((permission) => {
        const { icon, name } = devices[permission]
        return (
          <Mark
            key={permission}
            icon={icon}
            isNarrow={isNarrow}
            text={texts.viewUses({ permission: name() })}
          />
        )
      })}
    </>
  )
}

interface MarkProps {
  readonly icon: LucideIcon
  readonly text: string
  readonly title?: string
  readonly isNarrow: boolean
}

function Mark({ icon: Icon, text, title, isNarrow }: MarkProps) {
  return (
    <span
      role="status"
      className={classNames(styles.mark, isNarrow && styles.isNarrow)}
      title={title ?? text}
    >
      <Icon aria-hidden size={14} /> <span className={styles.markText}>{text}</span>
    </span>
  )
}

const devices: Readonly<Record<ViewPermission, { readonly icon: LucideIcon; readonly name: () => string }>> =
  {
    camera: { icon: Camera, name: texts.viewCamera },
    microphone: { icon: Mic, name: texts.viewMicrophone },
    geolocation: { icon: MapPin, name: texts.viewLocation },
    clipboardWrite: { icon: ClipboardPen, name: texts.viewClipboard }
  }
