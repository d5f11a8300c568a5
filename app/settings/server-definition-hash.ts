/** Which program or address an entry is: what trust, permissions and less protection are given to. */
import { createHash } from 'node:crypto'
import { setLimits } from '../contract/consent/sandbox-choices'
import { setExtras } from '../contract/consent/sandbox-extras'
import type { RemoteDefinition, ServerDefinition, StdioDefinition } from './definition'

function sorted<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * Hash of everything that decides what runs or is contacted, values included and variables unexpanded. Limits and
 * switches aren't included: changing them asks nothing. The files that run are compared separately.
 */
export function hashServerDefinition(definition: ServerDefinition): string {
  const parts =
    definition.transport === 'stdio'
      ? [
          'stdio',
          definition.command,
          definition.args,
          sorted(definition.env),
          definition.cwd,
          ...wallParts(definition)
        ]
      : [definition.transport, definition.url, sorted(definition.headers), ...signInParts(definition)]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex')
}

/**
 * Lists without an order. Hosts aren't included: they change while the server runs, and their approval is compared
 * separately.
 */
function wallParts({ containment }: StdioDefinition): readonly unknown[] {
  if (containment === undefined) return []
  const { read, write, masked = {} } = containment
  const limits = sorted(setLimits(containment))
  const lists = [read, write].map((list) => [...new Set(list)].toSorted())
  // Where a secret is sent, and which are masked, is part of the trust.
  const lent = sorted(masked).map(([name, hosts]) => [name, [...new Set(hosts)].toSorted()])
  const sandbox = ['contained', ...lists, ...(limits.length === 0 ? [] : [limits])]
  const extras = listLeaves(setExtras(containment))
  return [
    [
      ...sandbox,
      ...(lent.length === 0 ? [] : [['masked', ...lent]]),
      ...(extras.length === 0 ? [] : [['extras', ...extras]])
    ]
  ]
}

/** By sorted paths, so that only a real change counts. */
function signInParts({ oauth }: RemoteDefinition): readonly unknown[] {
  return oauth === undefined ? [] : [listLeaves(oauth)]
}

/** All values of the object by their paths, sorted by path. Unset values are left out. */
export function listLeaves(value: object): [string, string][] {
  return sorted(value as Record<string, unknown>).flatMap(([key, item]): [string, string][] => {
    if (item === null || item === undefined) return []
    if (Array.isArray(item)) return [[key, item.join(' ')]]
    if (typeof item !== 'object') return [[key, typeof item === 'string' ? item : JSON.stringify(item)]]
    return listLeaves(item).map(([path, text]) => [`${key}.${path}`, text])
  })
}
