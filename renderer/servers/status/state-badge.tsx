/** A server's state: icon, word, color. The word is sufficient without the other two. */
import {
  CircleCheck,
  CircleStop,
  CircleX,
  Download,
  KeyRound,
  LoaderCircle,
  Moon,
  RefreshCw,
  ShieldQuestionMark
} from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import type { ServerState } from '../../../app/contract/servers'
import { classNames } from '../../ui/base/class-names'
import { Badge } from '../../ui/controls/badge'
import { stateTones } from './server-state'
import { describeServerState } from '../../parts/server-state-texts'
import styles from './state-badge.module.css'

const icons: Readonly<Record<ServerState, LucideIcon>> = {
  stopped: CircleStop,
  'on-use': Moon,
  'waiting-for-trust': ShieldQuestionMark,
  starting: LoaderCircle,
  installing: Download,
  connected: CircleCheck,
  'needs-sign-in': KeyRound,
  restarting: RefreshCw,
  failed: CircleX
}

export function StateBadge({ state }: { readonly state: ServerState }) {
  const Icon = icons[state]
  const isMoving = state === 'starting' || state === 'restarting'
  return (
    <Badge tone={stateTones[state]} className={classNames(styles.state, isMoving && styles.moving)}>
      <Icon size={14} aria-hidden />
      {describeServerState(state)}
    </Badge>
  )
}
