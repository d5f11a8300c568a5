/** The name of a transport; the deprecated one is marked. */
import type { ServerView } from '../../../app/contract/servers'
import { Badge } from '../../ui/controls/badge'
import { describeTransport } from './server-state'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './transport-label.module.css'

export function TransportLabel({ transport }: { readonly transport: ServerView['transport'] }) {
  return (
    <span className={styles.transportWords}>
      {describeTransport(transport)}
      {transport === 'sse' && <Badge tone="warning">{texts.deprecated()}</Badge>}
    </span>
  )
}
