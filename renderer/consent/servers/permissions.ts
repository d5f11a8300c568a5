/** What a server may do once it runs, one by one, and what remains after the user removed or narrowed some. Pure. */
import { setExtras } from '../../../app/contract/consent/sandbox-extras'
import { secretsNamedIn } from '../../../app/contract/consent/secret-names'
import type { ServerAct } from '../../../app/contract/server-act'
import type { LeftPermissions } from '../../../app/contract/server-trust'

export type PermissionKind = NarrowableKind | 'listens' | 'installScripts'
/** Can be narrowed to a part. */
export type NarrowableKind = 'read' | 'write' | 'hosts' | 'variable' | 'masked'

export interface Permission {
  readonly kind: PermissionKind
  /** The allowed value, or the name of a variable. */
  readonly what: string
  /** For a variable: its secrets. */
  readonly secrets: string
  /** The hosts where a secret that the server can't read is used. */
  readonly usedAt: string
}

/** The user's change to one of them; undefined: unchanged. */
export interface PermissionChange {
  readonly isTaken?: boolean
  /** For a writable one: read only. */
  readonly isReadOnly?: boolean
  /** A part of it; for a readable secret: the hosts where it is only used. */
  readonly narrowed?: string
  /** For a proposed host. */
  readonly isTicked?: boolean
}

/** By `keyOf`. */
export type PermissionChanges = Readonly<Record<string, PermissionChange>>

const lists = ['read', 'write', 'hosts'] as const

export function listPermissions({ containment, environment = [] }: ServerAct): readonly Permission[] {
  const open = lists.flatMap((kind) =>
    (containment?.[kind] ?? []).map((what): Permission => ({ kind, what, secrets: '', usedAt: '' }))
  )
  const holding = environment.flatMap(({ name, value }): Permission[] => {
    const secrets = secretsNamedIn([value]).join(', ')
    const usedAt = (containment?.masked?.[name] ?? []).join(', ')
    if (usedAt !== '') return [{ kind: 'masked', what: name, secrets, usedAt }]
    return secrets === '' ? [] : [{ kind: 'variable', what: name, secrets, usedAt }]
  })
  const further = [
    ...(containment?.listens ?? []).map((port) => ({ kind: 'listens' as const, what: String(port) })),
    ...(containment?.installScripts === true ? [{ kind: 'installScripts' as const, what: '' }] : [])
  ].map((each): Permission => ({ ...each, secrets: '', usedAt: '' }))
  return [...open, ...further, ...holding]
}

export function toPermissionKey({ kind, what }: Pick<Permission, 'kind' | 'what'>): string {
  return `${kind} ${what}`
}

export function proposalKey(host: string): string {
  return `proposed ${host}`
}

/** The initial text of its field. */
export function findWholePermission({ kind, what, usedAt }: Permission): string {
  if (kind === 'variable') return ''
  return kind === 'masked' ? usedAt : what
}

/** Whether the typed text is a part of the requested value. Main decides; this is for the field. */
export function isWithinPermission(permission: Permission, text: string): boolean {
  const { kind, what } = permission
  if (text === findWholePermission(permission) || text.trim() === '') return true
  switch (kind) {
    case 'read':
    case 'write':
      return text.startsWith(what.endsWith('/') ? what : `${what}/`) && !/\/\.\.?(?:\/|$)|\/\//.test(text)
    case 'hosts':
      return what.startsWith('*.') ? hostIn(text).endsWith(what.slice(1)) : hostIn(text) === what
    case 'masked':
      return hostsIn(text).every((host) => hostsIn(permission.usedAt).includes(host))
    case 'variable':
      return hostsIn(text).every((host) => /^(?!\*)[^\s/]+$/.test(host))
    case 'listens':
    case 'installScripts':
      return false
  }
}

function hostIn(line: string): string {
  return line.replace(/:\d+$/, '')
}

function hostsIn(text: string): string[] {
  return text.split(',').flatMap((host) => host.trim() || [])
}

/** Whether every field contains a part of the requested value. */
export function areParts(act: ServerAct, changes: PermissionChanges): boolean {
  return listPermissions(act).every((each) =>
    isWithinPermission(each, changes[toPermissionKey(each)]?.narrowed ?? '')
  )
}

/** What an approval allows; undefined: everything. */
export function listRemaining(
  act: ServerAct,
  changes: PermissionChanges,
  proposedHosts: readonly string[] = []
): LeftPermissions | undefined {
  const ticked = proposedHosts.filter((host) => changes[proposalKey(host)]?.isTicked === true)
  const changeOf = (each: Pick<Permission, 'kind' | 'what'>): PermissionChange =>
    changes[toPermissionKey(each)] ?? {}
  const all = listPermissions(act)
  if (ticked.length === 0 && !all.some((each) => isChange(each, changeOf(each)))) return undefined
  const withoutVariables = all.flatMap((each) =>
    (each.kind === 'variable' || each.kind === 'masked') && changeOf(each).isTaken === true ? [each.what] : []
  )
  const { containment } = act
  if (containment === undefined) return { withoutVariables }
  const { masked: _masked, listens: _listens, installScripts: _scripts, ...others } = containment
  const opened: Record<(typeof lists)[number], string[]> = { read: [], write: [], hosts: [] }
  const masked: Record<string, string[]> = {}
  const listens: number[] = []
  let installScripts = false
  for (const each of all) {
    const { isTaken = false, isReadOnly = false, narrowed = '' } = changeOf(each)
    if (isTaken) continue
    const text = narrowed.trim() === '' ? findWholePermission(each) : narrowed.trim()
    if (each.kind === 'variable' || each.kind === 'masked') {
      if (text !== '') masked[each.what] = hostsIn(text)
    } else if (each.kind === 'listens') listens.push(Number(each.what))
    else if (each.kind === 'installScripts') installScripts = true
    else opened[each.kind === 'write' && isReadOnly ? 'read' : each.kind].push(text)
  }
  const lent = Object.keys(masked).length > 0 ? { masked } : {}
  opened.hosts.push(...ticked)
  return {
    withoutVariables,
    containment: { ...others, ...opened, ...setExtras({ listens, installScripts }), ...lent }
  }
}

function isChange(
  permission: Permission,
  { isTaken = false, isReadOnly = false, narrowed = '' }: PermissionChange
): boolean {
  const isNarrowed = narrowed.trim() !== '' && narrowed.trim() !== findWholePermission(permission)
  return isTaken || isReadOnly || isNarrowed
}
