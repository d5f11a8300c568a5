/** In the bar of a view: the network access that it doesn't have, and the devices that it uses. */
import { Camera, ClipboardPen, MapPin, Mic, WifiOff, type LucideIcon } from 'lucide-react'
import type { OpenView } from '../../../app/contract/bridge/view-calls'
import type { ViewPermission } from '../../../app/contract/consent/view-access'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import styles from './call-view.module.css'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'

export function ViewAccessMarks({ view }: { readonly view: OpenView }) {
  const { hosts, refusedHosts, permissions } = view
  return (
    <>
      {refusedHosts.length > 0 && (
        <Mark
          icon={WifiOff}
          text={hosts.length === 0 ? texts.viewWithoutNetwork() : texts.viewSomeHosts()}
          title={plainWithMarks(texts.viewRefusedHosts({ hosts: refusedHosts.join(', ') }))}
        />
      )}
      {permissions.map((permission) => {
        const { icon, name } = devices[permission]
        return <Mark key={permission} icon={icon} text={texts.viewUses({ permission: name() })} />
      })}
    </>
  )
}

interface MarkProps {
  readonly icon: LucideIcon
  readonly text: string
  readonly title?: string
}

function Mark({ icon: Icon, text, title }: MarkProps) {
  return (
    <span role="status" className={styles.mark} title={title ?? text}>
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
