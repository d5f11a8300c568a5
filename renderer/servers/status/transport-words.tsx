/** The name of a transport; the one that the protocol gave up is marked. */
import type { ServerView } from '../../../app/contract/servers'
import { Badge } from '../../ui/controls/badge'
import { describeTransport } from './server-state'
import styles from './transport-words.module.css'

export function TransportWords({ transport }: { readonly transport: ServerView['transport'] }) {
  return (
    <span className={styles.transportWords}>
      {describeTransport(transport)}
      {transport === 'sse' && <Badge tone="warning">deprecated</Badge>}
    </span>
  )
}
