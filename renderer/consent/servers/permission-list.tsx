/** What a server may do once it runs, one by one; each can be taken away or narrowed before the yes. */
import { outsideWalls } from '../../../app/contract/choices/outside-walls'
import type { ServerAct } from '../../../app/contract/server-act'
import { consent } from '../../../app/texts/compiled/window/consent'
import { ContainButton } from '../../parts/walls/contain-button'
import { remedyWords } from '../../parts/walls/remedy-words'
import { useWalls } from '../../parts/walls/use-walls'
import { VisibleText } from '../../ui/base/hidden-characters'
import { limitWords } from '../question/limit-words'
import headingStyles from '../question/question-heading.module.css'
import styles from './permission-list.module.css'
import { PermissionRow } from './permission-row'
import { keyOf, permissionsOf, type PermissionChange, type PermissionChanges } from './permissions'

export interface PermissionListProps {
  readonly act: ServerAct
  readonly serverName: string
  readonly changes?: PermissionChanges
  /** Left out: nothing can be changed here. */
  readonly onChange?: (key: string, change: PermissionChange) => void
}

export function PermissionList({ act, serverName, changes = {}, onChange }: PermissionListProps) {
  if (act.transport !== 'stdio') return null
  const { containment } = act
  const permissions = permissionsOf(act)
  // Of several in one dialog that of the shown server alone is a landmark: the others stand in its list of others.
  const role = onChange === undefined ? 'group' : undefined
  return (
    <section className={styles.permissions} role={role} aria-label={consent.permissions()}>
      <h3 className={headingStyles.questionHeading}>{consent.permissions()}</h3>
      {containment === undefined ? (
        <WithoutWalls act={act} serverName={serverName} canChange={onChange !== undefined} />
      ) : (
        <p>{consent.contained()}</p>
      )}
      {permissions.length > 0 && (
        <ul>
          {permissions.map((permission) => {
            const key = keyOf(permission)
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
      {permissions.some(({ kind }) => kind === 'masked') && <p>{consent.maskedLimits()}</p>}
      {limitWords(containment).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {containment !== undefined && containment.hosts.length === 0 && <p>{consent.noNetwork()}</p>}
    </section>
  )
}

interface WithoutWallsProps {
  readonly act: ServerAct
  readonly serverName: string
  readonly canChange: boolean
}

/** With the press that contains it, or what has to be done before that is possible. */
function WithoutWalls({ act: { command, args }, serverName, canChange }: WithoutWallsProps) {
  const walls = useWalls()
  const remedy = remedyWords(walls)
  const canBe = walls?.canContain === true && outsideWalls(command ?? '', args) === null
  return (
    <>
      <p>{consent.notContained()}</p>
      {remedy !== null && (
        <p>
          <VisibleText text={remedy} />
        </p>
      )}
      {canChange && canBe && (
        <div>
          <ContainButton serverName={serverName} isContained />
        </div>
      )}
    </>
  )
}
