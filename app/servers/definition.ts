/** Describes a server's definition for the trust question: its act and its address. */
import { createHash } from 'node:crypto'
import { isLoaderVariable } from '../base/loader-variables'
import type { ServerAct, ShownValue } from '../contract/server-act'
import type { ServerDefinition } from '../settings/definition'
import { listLeaves } from '../settings/server-definition-hash'

/** Finds parts of a text that look like secrets, also by the name of the text. */
export type FindServerSecrets = (text: string, name: string) => readonly { start: number; end: number }[]

/** For the trust question: values as in the settings, without parts that look like secrets. */
export function describeAct(definition: ServerDefinition, findSecrets: FindServerSecrets): ServerAct {
  const nothing = { command: null, args: [], cwd: null, environmentNames: [], url: null, headerNames: [] }
  const shown = (values: readonly [string, string][]): ShownValue[] =>
    values.map(([name, value]) => withoutSecrets(name, value, findSecrets))
  if (definition.transport !== 'stdio') {
    const { transport, url, headers, oauth } = definition
    const named = { ...nothing, transport, url, headerNames: Object.keys(headers) }
    const act = { ...named, headers: shown(Object.entries(headers)) }
    return oauth === undefined ? act : { ...act, oauth: shown(listLeaves(oauth)) }
  }
  const { transport, command, args, cwd, env, containment } = definition
  const named = { ...nothing, transport, command, args: [...args], cwd, environmentNames: Object.keys(env) }
  const act = { ...named, environment: shown(Object.entries(env)) }
  return containment === undefined ? act : { ...act, containment }
}

const reference = /\$\{(?:env|secret):[^${}]*\}/g
const veil = '•••'

const secretName =
  /(?:secret|token|passwor[dt]|passwd|passphrase|pwd|assertion|credentials?|auth|authorization|cookie|session|(?:^|[_-]|api|private|access)key)$/i
/** A path, a URL or several words are shown under any name, because they decide what is run or contacted. */
const telling = /^(?:[a-z]:)?[\\/~.]|^[a-z][a-z0-9+.-]*:\/\/|^(?!(?:bearer|basic)\s)\S+\s/i

function placesToHide(name: string, value: string, findSecrets: FindServerSecrets) {
  if (secretName.test(name) && value.length >= 4 && !telling.test(value))
    return [{ start: 0, end: value.length }]
  return [...findSecrets(value, ''), ...randomRuns(value)]
}

/** Text that no user types: long, of digits and both cases of letters, or only hexadecimal digits. Never in a path. */
function randomRuns(value: string) {
  return [...value.matchAll(/[^\s,;]+/g)].flatMap(({ index: at, 0: word }) => {
    const { 0: before, index: assigned } = /^-{0,2}[\w-]+=/.exec(word) ?? { 0: '', index: 0 }
    const text = word.slice(assigned + before.length)
    if (path.test(text)) return []
    // A URL is split at slashes. In other text a slash is a base64 character.
    const runs = text.matchAll(address.test(text) ? /[A-Za-z0-9+=_-]{24,}/g : /[A-Za-z0-9+/=_-]{24,}/g)
    const start = at + before.length
    return [...runs]
      .filter(([run]) => isRandom(run))
      .map(({ index, 0: run }) => ({ start: start + index, end: start + index + run.length }))
  })
}

const path = /^(?:[a-z]:)?[\\/~.]/i
const address = /^[a-z][a-z0-9+.-]*:\/\//i

function isRandom(run: string): boolean {
  return (/[a-z]/.test(run) && /[A-Z]/.test(run) && /\d.*\d.*\d/.test(run)) || /[0-9a-f]{24,}/i.test(run)
}

/** A text of several lines, each without parts that look like secrets. */
export function hideSecrets(text: string, findSecrets: FindServerSecrets): string {
  const lines = text.split('\n').map((line) => withoutSecrets('', line, findSecrets).value)
  return lines.join('\n')
}

/** References to variables are shown, because their names matter to the user. */
function withoutSecrets(name: string, value: string, findSecrets: FindServerSecrets): ShownValue {
  const found = isLoaderVariable(name) ? [] : placesToHide(name, value, findSecrets)
  const isReference = ({ start, end }: { start: number; end: number }) =>
    /^(?:bearer|basic)?\s*$/i.test(value.slice(start, end).replaceAll(reference, ''))
  const hidden = found
    .filter((place) => !isReference(place))
    .toSorted((one, other) => one.start - other.start)
  if (hidden.length === 0) return { name, value }
  let shown = ''
  let at = 0
  for (const { start, end } of hidden) {
    if (start > at) shown += value.slice(at, start)
    if (end > at) shown += veil
    at = Math.max(at, end)
  }
  // Four digits show that the value has changed, but don't reveal it.
  const hiddenMark = createHash('sha256').update(value).digest('hex').slice(0, 4)
  return { name, value: shown + value.slice(at), hiddenMark }
}

/** The command line or the URL for display; never for a shell. */
export function readServerAddress(definition: ServerDefinition): string {
  if (definition.transport !== 'stdio') return definition.url
  return [definition.command, ...definition.args].map(quote).join(' ')
}

function quote(word: string): string {
  return /^[\w@%+=:,./\\${}-]+$/.test(word) ? word : JSON.stringify(word)
}
