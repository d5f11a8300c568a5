/** One permission of a server: a checkbox that removes it, and a field that narrows it. */
import { useId, useState } from 'react'
import { consent } from '../../../app/texts/compiled/window/consent'
import { plainWithMarks } from '../../ui/base/hidden-characters'
import { Button } from '../../ui/controls/button'
import { TextField } from '../../ui/controls/text-field'
import { ExactText } from '../../ui/untrusted/exact-text'
import factsStyles from '../../ui/untrusted/facts.module.css'
import styles from './permission-list.module.css'
import {
  isWithinPermission,
  findWholePermission,
  type NarrowableKind,
  type Permission,
  type PermissionChange,
  type PermissionKind
} from './permissions'

export interface PermissionRowProps {
  readonly permission: Permission
  readonly change: PermissionChange
  /** Null: nothing can be changed here. */
  readonly onChange: ((change: PermissionChange) => void) | null
  /** Whether its secret can be used without the server reading it: for sandboxed servers. */
  readonly canBeMasked: boolean
}

export function PermissionRow({ permission, change, onChange, canBeMasked }: PermissionRowProps) {
  const id = useId()
  const [isOpen, setIsOpen] = useState(false)
  const { what, kind } = permission
  const text = (
    <>
      {wordsOf(permission, change)}{' '}
      {what !== '' && (
        <code className={factsStyles.factPiece}>
          <ExactText text={what} />
        </code>
      )}
    </>
  )
  if (onChange === null) return <li>{text}</li>
  const isLeft = change.isTaken !== true
  const canNarrow = isNarrowable(kind) && (kind !== 'variable' || canBeMasked)
  return (
    <li>
      <div className={styles.permission}>
        <input
          id={id}
          type="checkbox"
          checked={isLeft}
          onChange={() => onChange({ ...change, isTaken: isLeft })}
        />
        <label htmlFor={id}>{text}</label>
        {canNarrow && isLeft && (
          <Button
            size="small"
            variant="quiet"
            aria-expanded={isOpen}
            aria-label={plainWithMarks(consent.narrowOf({ what }))}
            onClick={() => setIsOpen(!isOpen)}
          >
            {consent.narrow()}
          </Button>
        )}
      </div>
      {canNarrow && isLeft && isOpen && (
        <Narrowing permission={permission} change={change} onChange={onChange} />
      )}
    </li>
  )
}

interface NarrowingProps {
  readonly permission: Permission
  readonly change: PermissionChange
  readonly onChange: (change: PermissionChange) => void
}

function isNarrowable(kind: PermissionKind): kind is NarrowableKind {
  return kind in fieldWords
}

const fieldWords = {
  read: consent.onlyPlace,
  write: consent.onlyPlace,
  hosts: consent.onlyHost,
  masked: consent.onlyAt,
  variable: consent.maskedAt
}
const partWords = {
  read: consent.notInside,
  write: consent.notInside,
  hosts: consent.notNarrower,
  masked: consent.notNarrower,
  variable: consent.noHosts
}

function Narrowing({ permission, change, onChange }: NarrowingProps) {
  const id = useId()
  const { kind, what } = permission
  const text = change.narrowed ?? findWholePermission(permission)
  if (!isNarrowable(kind)) return null
  return (
    <div className={styles.narrowing}>
      {kind === 'write' && (
        <div className={styles.permission}>
          <input
            id={id}
            type="checkbox"
            checked={change.isReadOnly === true}
            onChange={() => onChange({ ...change, isReadOnly: change.isReadOnly !== true })}
          />
          <label htmlFor={id}>{consent.readOnly()}</label>
        </div>
      )}
      <TextField
        label={fieldWords[kind]()}
        isCode
        value={text}
        onChange={(narrowed) => onChange({ ...change, narrowed })}
        error={isWithinPermission(permission, text) ? null : partWords[kind]({ what })}
        {...(kind === 'variable' && { placeholder: 'api.example.com', hint: consent.maskedAtHint() })}
      />
    </div>
  )
}

function wordsOf(
  { kind, secrets, usedAt: hosts }: Permission,
  { isReadOnly = false }: PermissionChange
): string {
  switch (kind) {
    case 'read':
      return consent.mayRead()
    case 'write':
      return isReadOnly ? consent.mayRead() : consent.mayWrite()
    case 'hosts':
      return consent.mayReach()
    case 'listens':
      return consent.mayListen()
    case 'installScripts':
      return consent.mayInstall()
    case 'variable':
      return consent.holdsSecret({ secrets })
    case 'masked':
      return secrets === '' ? consent.usesValue({ hosts }) : consent.usesSecret({ secrets, hosts })
  }
}
