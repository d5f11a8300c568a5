/** Hosts that a well-known package usually needs, unchecked: checked ones are allowed with the approval. */
import { useId } from 'react'
import { consent } from '../../../app/texts/compiled/window/consent'
import factsStyles from '../../ui/untrusted/facts.module.css'
import { proposalKey, type PermissionChange, type PermissionChanges } from './permissions'
import styles from './proposed-hosts.module.css'

export interface ProposedHostsProps {
  readonly hosts: readonly string[]
  readonly changes: PermissionChanges
  readonly onChange: (key: string, change: PermissionChange) => void
}

export function ProposedHosts({ hosts, changes, onChange }: ProposedHostsProps) {
  const id = useId()
  if (hosts.length === 0) return null
  return (
    <div className={styles.proposedHosts} role="group" aria-labelledby={id}>
      <p id={id}>{consent.proposedHosts()}</p>
      {hosts.map((host) => {
        const key = proposalKey(host)
        const isTicked = changes[key]?.isTicked === true
        return (
          <label key={host}>
            <input
              type="checkbox"
              checked={isTicked}
              onChange={() => onChange(key, { isTicked: !isTicked })}
            />
            <code className={factsStyles.factPiece}>{host}</code>
          </label>
        )
      })}
    </div>
  )
}
