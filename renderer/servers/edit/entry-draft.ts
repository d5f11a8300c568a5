/** A server's entry while it is edited as a form. */
import type { SandboxChoices } from '../../../app/contract/consent/sandbox-choices'
import { setExtras } from '../../../app/contract/consent/sandbox-extras'
import { limitKeys, type LimitKey } from '../../../app/contract/consent/sandbox-limits'
import { unsandboxable } from '../../../app/contract/consent/unsandboxable'
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import type { DirectoryLaunch } from '../../../app/contract/servers/directory'
import type { EntryForm, EntryValue } from '../../../app/contract/servers/entry-form'
import { keptSecret, type DraftValue } from './entry-values'

export type EntryKind = EntryForm['kind']

/** Input for the other kind is kept while switching. */
export interface EntryDraft {
  readonly name: string
  readonly kind: EntryKind
  readonly command: string
  /** One argument per line, so that spaces need no quotes. */
  readonly args: string
  readonly cwd: string
  readonly env: readonly DraftValue[]
  /** null: not chosen; sandboxed if the system can. */
  readonly isContained: boolean | null
  /** Allowances, one per line. */
  readonly read: string
  readonly write: string
  readonly hosts: string
  /** `VARIABLE: host, host`. */
  readonly masked: string
  /** Empty: the default. */
  readonly limits: Readonly<Record<LimitKey, string>>
  /** As in the entry. */
  readonly extras: Pick<SandboxChoices, 'listens' | 'installScripts'>
  readonly url: string
  readonly headers: readonly DraftValue[]
}

export const emptyDraft: EntryDraft = {
  name: '',
  kind: 'program',
  command: '',
  args: '',
  cwd: '',
  env: [],
  isContained: null,
  read: '',
  write: '',
  hosts: '',
  masked: '',
  limits: { memoryMb: '', processes: '', cpuPercent: '', homeMb: '' },
  extras: {},
  url: '',
  headers: []
}

export function toEntryDraft(name: string, form: EntryForm): EntryDraft {
  if (form.kind === 'address')
    return { ...emptyDraft, name, kind: 'address', url: form.url, headers: linesOf(form.headers) }
  const { command, args, cwd, env, containment } = form
  const draft = { ...emptyDraft, name, command, args: args.join('\n'), cwd, env: linesOf(env) }
  if (containment === undefined) return { ...draft, isContained: false }
  const [read = '', write = '', hosts = ''] = [containment.read, containment.write, containment.hosts].map(
    (list) => list.join('\n')
  )
  const masked = Object.entries(containment.masked ?? {}).map(
    ([variable, at]) => `${variable}: ${at.join(', ')}`
  )
  const limits = Object.fromEntries(
    limitKeys.map((key) => [key, String(containment[key] ?? '')])
  ) as EntryDraft['limits']
  return {
    ...draft,
    isContained: true,
    read,
    write,
    hosts,
    masked: masked.join('\n'),
    limits,
    extras: setExtras(containment)
  }
}

/** As proposed by a directory; secrets are left to the user. */
export function proposedDraft(launch: DirectoryLaunch): EntryDraft {
  const linesFrom = (values: readonly { name: string; text: string; isSecret: boolean }[]): DraftValue[] =>
    values.map((value, key) => ({ key, ...value }))
  if (launch.kind === 'address')
    return { ...emptyDraft, kind: 'address', url: launch.url, headers: linesFrom(launch.headers) }
  const { command, args, env } = launch
  return { ...emptyDraft, command, args: args.join('\n'), env: linesFrom(env) }
}

/** Which of these texts are still in it. */
export function findUnsaved(draft: EntryDraft, texts: readonly string[]): readonly string[] {
  const lines = draft.kind === 'address' ? draft.headers : draft.env
  const all = draft.kind === 'address' ? [draft.url] : [draft.command, draft.args]
  const whole = [...all, ...lines.map(({ text }) => text)].join('\n')
  return texts.filter((text) => whole.includes(text))
}

/** `readSecret`: returns what was typed into the masked field of that key. */
export function toEntryForm(draft: EntryDraft, readSecret: (key: number) => string): EntryForm {
  const valuesOf = (lines: readonly DraftValue[]): EntryValue[] =>
    lines.map(({ key, name, text, isSecret }) => {
      const typed = isSecret ? readSecret(key) : ''
      return { name, text, secret: typed === '' ? null : typed }
    })
  if (draft.kind === 'address') return { kind: 'address', url: draft.url, headers: valuesOf(draft.headers) }
  const args = listArguments(draft)
  const program = {
    kind: 'program' as const,
    command: draft.command,
    args,
    cwd: draft.cwd,
    env: valuesOf(draft.env)
  }
  if (draft.isContained !== true) return program
  const linesIn = (text: string) => text.split('\n').flatMap((line) => line.trim() || [])
  const lent = maskedIn(linesIn(draft.masked))
  const containment = {
    read: linesIn(draft.read),
    write: linesIn(draft.write),
    hosts: linesIn(draft.hosts),
    ...(Object.keys(lent).length > 0 && { masked: lent }),
    ...limitsIn(draft),
    ...draft.extras
  }
  return { ...program, containment }
}

/** One per line. */
export function listArguments({ args }: EntryDraft): string[] {
  return args.split('\n').filter((line) => line !== '')
}

/** As the user chose; without a choice, wherever possible. */
export function isSandboxedBy(draft: EntryDraft, sandbox: SandboxView | null): boolean {
  const canBe = sandbox?.canContain === true && unsandboxable(draft.command, listArguments(draft)) === null
  return draft.isContained ?? canBe
}

function maskedIn(lines: readonly string[]): Record<string, string[]> {
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      const [name, hosts] = at < 0 ? [line, ''] : [line.slice(0, at), line.slice(at + 1)]
      return [name.trim(), hosts.split(',').flatMap((host) => host.trim() || [])]
    })
  )
}

function limitsIn({ limits }: EntryDraft): Partial<Record<LimitKey, number>> {
  return Object.fromEntries(
    limitKeys.flatMap((key) => (limits[key].trim() === '' ? [] : [[key, Number(limits[key])]]))
  )
}

function linesOf(values: readonly EntryValue[]): DraftValue[] {
  return values.map(({ name, text }, key) => ({ key, name, text, isSecret: keptSecret.test(text) }))
}
