/** What a definition means to the person and to consent: its fingerprint, the act it stands for, its address. */
import { createHash } from 'node:crypto'
import type { ServerAct } from '../contract/consents'
import type { ServerDefinition } from '../settings/definition'

function sorted(record: Readonly<Record<string, string>>): [string, string][] {
  return Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * Hash of everything that decides what runs or is contacted, values included and variables unexpanded.
 * Limits and switches are not in it: changing them asks nobody.
 */
export function fingerprintOf(definition: ServerDefinition): string {
  const parts =
    definition.transport === 'stdio'
      ? ['stdio', definition.command, definition.args, sorted(definition.env), definition.cwd]
      : [definition.transport, definition.url, sorted(definition.headers), ...asList(definition.oauth)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

function asList<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value]
}

/** For the trust question. Values of variables and headers are left out: they may be secrets. */
export function describeAct(definition: ServerDefinition): ServerAct {
  const nothing = { command: null, args: [], cwd: null, environmentNames: [], url: null, headerNames: [] }
  if (definition.transport !== 'stdio') {
    const { transport, url, headers } = definition
    return { ...nothing, transport, url, headerNames: Object.keys(headers) }
  }
  const { transport, command, args, cwd, env } = definition
  return { ...nothing, transport, command, args: [...args], cwd, environmentNames: Object.keys(env) }
}

/** The command line or the URL for display; never for a shell. */
export function addressOf(definition: ServerDefinition): string {
  if (definition.transport !== 'stdio') return definition.url
  return [definition.command, ...definition.args].map(quote).join(' ')
}

function quote(word: string): string {
  return /^[\w@%+=:,./\\${}-]+$/.test(word) ? word : JSON.stringify(word)
}
