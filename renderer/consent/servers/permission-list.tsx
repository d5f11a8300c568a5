/** What a server may do once it runs, one by one; each can be taken away before the yes. */
import { useId } from 'react'
import type { LeftPermissions } from '../../../app/contract/server-trust'
import type { ServerAct } from '../../../app/contract/server-act'
import { secretsNamedIn } from '../../../app/contract/choices/secret-names'
import { consent } from '../../../app/texts/compiled/window/consent'
import { ExactText } from '../../ui/untrusted/exact-text'
import factsStyles from '../../ui/untrusted/facts.module.css'
import { limitWords } from '../question/limit-words'
import headingStyles from '../question/question-heading.module.css'
import styles from './permission-list.module.css'

type Kind = 'read' | 'write' | 'hosts' | 'variable'

interface Permission {
  readonly kind: Kind
  /** What is open, or the name of a variable. */
  readonly what: string
  /** Of a variable: the secrets in it. */
  readonly secrets: string
}

const lists = ['read', 'write', 'hosts'] as const

export function permissionsOf({ containment, environment = [] }: ServerAct): readonly Permission[] {
  const open = lists.flatMap((kind) =>
    (containment?.[kind] ?? []).map((what) => ({ kind, what, secrets: '' }))
  )
  const holding = environment.flatMap(({ name, value }) => {
    const secrets = secretsNamedIn([value]).join(', ')
    return secrets === '' ? [] : [{ kind: 'variable' as const, what: name, secrets }]
  })
  return [...open, ...holding]
}

export function keyOf({ kind, what }: Permission): string {
  return `${kind} ${what}`
}

/** What a yes leaves; undefined: all of it. */
export function leftOf(act: ServerAct, taken: readonly string[]): LeftPermissions | undefined {
  const isTaken = (kind: Kind, what: string) => taken.includes(keyOf({ kind, what, secrets: '' }))
  if (!permissionsOf(act).some(({ kind, what }) => isTaken(kind, what))) return undefined
  const { containment, environmentNames } = act
  const withoutVariables = environmentNames.filter((name) => isTaken('variable', name))
  if (containment === undefined) return { withoutVariables }
  const [read, write, hosts] = lists.map((kind) =>
    containment[kind].filter((what) => !isTaken(kind, what))
  ) as [string[], string[], string[]]
  return { withoutVariables, containment: { ...containment, read, write, hosts } }
}

export interface PermissionListProps {
  readonly act: ServerAct
  /** Keys of what is taken away. Left out: nothing can be. */
  readonly taken?: readonly string[]
  readonly onTaken?: (key: string) => void
}

export function PermissionList({ act, taken, onTaken }: PermissionListProps) {
  if (act.transport !== 'stdio') return null
  const permissions = permissionsOf(act)
  return (
    <section className={styles.permissions} aria-label={consent.permissions()}>
      <h3 className={headingStyles.questionHeading}>{consent.permissions()}</h3>
      <p>{act.containment === undefined ? consent.notContained() : consent.contained()}</p>
      {permissions.length > 0 && (
        <ul>
          {permissions.map((permission) => (
            <Row
              key={keyOf(permission)}
              permission={permission}
              isLeft={taken?.includes(keyOf(permission)) !== true}
              onTick={onTaken === undefined ? null : () => onTaken(keyOf(permission))}
            />
          ))}
        </ul>
      )}
      {limitWords(act.containment).map((line) => (
        <p key={line}>{line}</p>
      ))}
      {act.containment !== undefined && act.containment.hosts.length === 0 && <p>{consent.noNetwork()}</p>}
    </section>
  )
}

interface RowProps {
  readonly permission: Permission
  readonly isLeft: boolean
  readonly onTick: (() => void) | null
}

function Row({ permission: { kind, what, secrets }, isLeft, onTick }: RowProps) {
  const id = useId()
  const words = wordsOf(kind, secrets)
  const text = (
    <>
      {words}{' '}
      <code className={factsStyles.factPiece}>
        <ExactText text={what} />
      </code>
    </>
  )
  return (
    <li>
      {onTick === null ? (
        text
      ) : (
        <>
          <input id={id} type="checkbox" checked={isLeft} onChange={onTick} />
          <label htmlFor={id}>{text}</label>
        </>
      )}
    </li>
  )
}

function wordsOf(kind: Kind, secrets: string): string {
  switch (kind) {
    case 'read':
      return consent.mayRead()
    case 'write':
      return consent.mayWrite()
    case 'hosts':
      return consent.mayReach()
    case 'variable':
      return consent.holdsSecret({ secrets })
  }
}
