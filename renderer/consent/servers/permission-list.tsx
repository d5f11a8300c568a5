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

type Kind = 'read' | 'write' | 'hosts' | 'variable' | 'masked'

interface Permission {
  readonly kind: Kind
  /** What is open, or the name of a variable. */
  readonly what: string
  /** Of a variable: the secrets in it. */
  readonly secrets: string
  /** At which it is used, of one that the server can't read. */
  readonly usedAt: string
}

const lists = ['read', 'write', 'hosts'] as const

export function permissionsOf({ containment, environment = [] }: ServerAct): readonly Permission[] {
  const open = lists.flatMap((kind) =>
    (containment?.[kind] ?? []).map((what): Permission => ({ kind, what, secrets: '', usedAt: '' }))
  )
  const holding = environment.flatMap(({ name, value }): Permission[] => {
    const secrets = secretsNamedIn([value]).join(', ')
    const usedAt = (containment?.masked?.[name] ?? []).join(', ')
    if (usedAt !== '') return [{ kind: 'masked', what: name, secrets, usedAt }]
    return secrets === '' ? [] : [{ kind: 'variable', what: name, secrets, usedAt }]
  })
  return [...open, ...holding]
}

export function keyOf({ kind, what }: Pick<Permission, 'kind' | 'what'>): string {
  return `${kind} ${what}`
}

/** What a yes leaves; undefined: all of it. */
export function leftOf(act: ServerAct, taken: readonly string[]): LeftPermissions | undefined {
  const isTaken = (kind: Kind, what: string) => taken.includes(keyOf({ kind, what }))
  if (!permissionsOf(act).some(({ kind, what }) => isTaken(kind, what))) return undefined
  const { containment, environmentNames } = act
  const withoutVariables = environmentNames.filter(
    (name) => isTaken('variable', name) || isTaken('masked', name)
  )
  if (containment === undefined) return { withoutVariables }
  const [read, write, hosts] = lists.map((kind) =>
    containment[kind].filter((what) => !isTaken(kind, what))
  ) as [string[], string[], string[]]
  const { masked: lent = {}, ...others } = containment
  const masked = Object.entries(lent).filter(([name]) => !withoutVariables.includes(name))
  const left = masked.length > 0 ? { masked: Object.fromEntries(masked) } : {}
  return { withoutVariables, containment: { ...others, read, write, hosts, ...left } }
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
      {permissions.some(({ kind }) => kind === 'masked') && <p>{consent.maskedLimits()}</p>}
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

function Row({ permission, isLeft, onTick }: RowProps) {
  const { what } = permission
  const id = useId()
  const words = wordsOf(permission)
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

function wordsOf({ kind, secrets, usedAt: hosts }: Permission): string {
  switch (kind) {
    case 'read':
      return consent.mayRead()
    case 'write':
      return consent.mayWrite()
    case 'hosts':
      return consent.mayReach()
    case 'variable':
      return consent.holdsSecret({ secrets })
    case 'masked':
      return secrets === '' ? consent.usesValue({ hosts }) : consent.usesSecret({ secrets, hosts })
  }
}
