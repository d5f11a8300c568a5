/** What a server may do once it runs, one by one; each can be removed or narrowed before the approval. */
import { unsandboxable } from '../../../app/contract/consent/unsandboxable'
import type { ServerAct } from '../../../app/contract/server-act'
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { consent } from '../../../app/texts/compiled/window/consent'
import { SandboxButton } from '../../parts/sandbox/sandbox-button'
import { Remedy } from '../../parts/sandbox/remedy'
import { SandboxAdvice } from '../../parts/sandbox/sandbox-advice'
import { useSandbox } from '../../parts/sandbox/use-sandbox'
import { describeLimit } from '../question/describe-limit'
import headingStyles from '../question/question-heading.module.css'
import styles from './permission-list.module.css'
import { PermissionRow } from './permission-row'
import {
  toPermissionKey,
  listPermissions,
  type PermissionChange,
  type PermissionChanges,
  proposalKey
} from './permissions'
import { useId } from 'react'
import factsStyles from '../../ui/untrusted/facts.module.css'

export interface PermissionListProps {
  readonly act: ServerAct
  readonly serverName: string
  /** Usually needed by its package. */
  readonly proposedHosts?: readonly string[] | undefined
  readonly changes?: PermissionChanges
  /** Absent: nothing can be changed here. */
  readonly onChange?: (key: string, change: PermissionChange) => void
}

export function PermissionList(props: PermissionListProps) {
  return props.act.transport === 'stdio' ? <ProgramPermissions {...props} /> : null
}

function ProgramPermissions({
  act,
  serverName,
  proposedHosts = [],
  changes = {},
  onChange
}: PermissionListProps) {
  const sandbox = useSandbox()
  const { containment } = act
  const permissions = listPermissions(act)
  // Only the shown server's list is a landmark; the others are in its list of other servers.
  const role = onChange === undefined ? 'group' : undefined
  return (
    <section className={styles.permissions} role={role} aria-label={consent.permissions()}>
      <h3 className={headingStyles.questionHeading}>{consent.permissions()}</h3>
      {sandbox?.canContain === false ? (
        <Remedy sandbox={sandbox} isContained={containment !== undefined} />
      ) : (
        <p>{containment === undefined ? consent.notContained() : consent.contained()}</p>
      )}
      {containment !== undefined && sandbox?.canContain === true && <SandboxAdvice sandbox={sandbox} />}
      {containment === undefined && onChange !== undefined && canContain(act, sandbox) && (
        <div>
          <SandboxButton serverName={serverName} isContained />
        </div>
      )}
      {permissions.length > 0 && (
        <ul>
          {permissions.map((permission) => {
            const key = toPermissionKey(permission)
            return (
              <PermissionRow
                key={key}
                permission={permission}
                change={changes[key] ?? {}}
                onChange={onChange === undefined ? null : (change) => onChange(key, change)}
                canBeMasked={containment !== undefined}
              />
            )
          })}
        </ul>
      )}
      {containment !== undefined && sandbox?.canContain !== false && <p>{consent.privateFolder()}</p>}
      {permissions.some(({ kind }) => kind === 'masked') && <p>{consent.maskedLimits()}</p>}
      {describeLimit(containment).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {containment !== undefined && containment.hosts.length === 0 && <p>{consent.noNetwork()}</p>}
      {containment !== undefined && sandbox?.canContain !== false && onChange !== undefined && (
        <ProposedHosts hosts={proposedHosts} changes={changes} onChange={onChange} />
      )}
    </section>
  )
}

function canContain({ command, args }: ServerAct, sandbox: SandboxView | null): boolean {
  return sandbox?.canContain === true && unsandboxable(command ?? '', args) === null
}

interface ProposedHostsProps {
  readonly hosts: readonly string[]
  readonly changes: PermissionChanges
  readonly onChange: (key: string, change: PermissionChange) => void
}

/** Hosts that a well-known package usually needs, unchecked: checked ones are allowed with the approval. */
function ProposedHosts({ hosts, changes, onChange }: ProposedHostsProps) {
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
