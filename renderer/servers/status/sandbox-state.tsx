/**
 * A shield with text: whether a server's program is sandboxed, and how strictly. Nothing for servers that aren't
 * programs.
 */
import { Shield, ShieldAlert, ShieldCheck } from 'lucide-react'
import type { ServerView } from '../../../app/contract/servers'
import { servers as texts } from '../../../app/texts/compiled/window/servers'
import styles from './transport-label.module.css'

/** `partly`: what it can read could leave by its allowed hosts. */
type ContainmentState = 'wholly' | 'partly' | 'not'

type Contained = Pick<ServerView, 'isContained' | 'isPartlyContained'>

/** Null: not a program. */
export function findSandboxState({ isContained, isPartlyContained }: Contained): ContainmentState | null {
  if (isContained === undefined) return null
  if (!isContained) return 'not'
  return isPartlyContained === true ? 'partly' : 'wholly'
}

const drawings = { wholly: ShieldCheck, partly: ShieldAlert, not: Shield }
const words = { wholly: texts.contained, partly: texts.partlyContained, not: texts.notContained }

export const sandboxStateHints = {
  wholly: texts.containedHint,
  partly: texts.partlyContainedHint,
  not: texts.notContainedHint
}

export function SandboxState({ server }: { readonly server: Contained }) {
  const containment = findSandboxState(server)
  if (containment === null) return null
  const Drawing = drawings[containment]
  return (
    <span className={styles.transportWords} title={sandboxStateHints[containment]()}>
      <Drawing size={14} aria-hidden />
      {words[containment]()}
    </span>
  )
}
