/** Which program or address an entry stands for: what trust, permissions and less protection are given to. */
import { createHash } from 'node:crypto'
import { setLimits } from '../contract/choices/sandbox-choices'
import { setExtras } from '../contract/choices/sandbox-extras'
import type { RemoteDefinition, ServerDefinition, StdioDefinition } from './definition'

function sorted<T>(record: Readonly<Record<string, T>>): [string, T][] {
  return Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))
}

/**
 * Hash of everything that decides what runs or is contacted, values included and variables unexpanded.
 * Limits and switches are not in it: changing them asks nobody. The files that run are compared apart from it.
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

/** Lists without an order of their own. Hosts come and go while it runs: what was said yes to of them is compared apart. */
function wallParts({ containment }: StdioDefinition): readonly unknown[] {
  if (containment === undefined) return []
  const { read, write, masked = {} } = containment
  const limits = sorted(setLimits(containment))
  const lists = [read, write].map((list) => [...new Set(list)].toSorted())
  // Where a secret goes to, and which are only lent, is part of what is trusted.
  const lent = sorted(masked).map(([name, hosts]) => [name, [...new Set(hosts)].toSorted()])
  const walls = ['contained', ...lists, ...(limits.length === 0 ? [] : [limits])]
  const extras = listLeaves(setExtras(containment))
  return [
    [
      ...walls,
      ...(lent.length === 0 ? [] : [['masked', ...lent]]),
      ...(extras.length === 0 ? [] : [['extras', ...extras]])
    ]
  ]
}

/** By paths in their order, so that only what a person would call a change is one. */
function signInParts({ oauth }: RemoteDefinition): readonly unknown[] {
  return oauth === undefined ? [] : [listLeaves(oauth)]
}

/** All values of the object by their paths, in the order of the paths; what is not set is left out. */
export function listLeaves(value: object): [string, string][] {
  return sorted(value as Record<string, unknown>).flatMap(([key, item]): [string, string][] => {
    if (item === null || item === undefined) return []
    if (Array.isArray(item)) return [[key, item.join(' ')]]
    if (typeof item !== 'object') return [[key, typeof item === 'string' ? item : JSON.stringify(item)]]
    return listLeaves(item).map(([path, text]) => [`${key}.${path}`, text])
  })
}
