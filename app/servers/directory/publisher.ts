/**
 * The publisher of a directory entry. Registries verify only the namespace of a name when it is published; the rest is
 * free text.
 */
import { editDistance } from '../../base/edit-distance'
import { createSkeleton } from '../../base/skeleton'
import type { DirectoryEntry } from '../../contract/servers/directory'
import { knownPublishers } from './known-publishers'

type Publisher = DirectoryEntry['publisher']

/** `io.github.NAME/…`: the account NAME at GitHub; `com.example/…`: the domain example.com. */
export function parsePublisher(name: string): Publisher {
  const namespace = name.slice(0, name.indexOf('/'))
  const account = /^io\.github\.([^.]+)$/i.exec(namespace)?.[1]
  if (account !== undefined) return { kind: 'github', name: account }
  return { kind: 'domain', name: namespace.split('.').toReversed().join('.').toLowerCase() }
}

/** A known publisher whose name looks like this one; null if there is none, or if it is this one. */
export function looksLike({ name }: Publisher): string | null {
  const own = name.toLowerCase()
  if (knownPublishers.includes(own)) return null
  const seen = createSkeleton(own)
  const isNear = (other: string): boolean =>
    createSkeleton(other) === seen || (other.length > 7 && editDistance(own, other) === 1)
  return knownPublishers.find(isNear) ?? null
}
