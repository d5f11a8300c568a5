// Whether an unpacked runtime is still the one that was unpacked. The one from the registry is held against a sum that
// stands in the sources. Of an official one, whose archive its own installer checked, a list is kept from its first use.

import { findChanges, readInventory, sumOfInventory, takeInventory, writeInventory } from './inventory.mjs'

/**
 * @param {string} dist the unpacked runtime
 * @param {{ list: string, pinned?: { sum: string, files: Record<string, string> } }} against `list`: where the inventory of
 *   the last look is kept; `pinned`: the sum of all files but `files`, and the sums of those
 * @returns {Promise<string | null>} what is wrong, for a sentence; null where nothing is
 */
export async function whatChanged(dist, { list, pinned }) {
  const known = readInventory(list)
  const found = await takeInventory(dist, known)
  const problem = pinned ? differsFromPin(found, known, pinned) : differsFromList(found, known)
  if (problem === null && JSON.stringify(found) !== JSON.stringify(known)) writeInventory(list, found)
  return problem
}

function differsFromPin(found, known, { sum, files }) {
  const other = Object.keys(files).find((name) => found[name]?.sha256 !== files[name])
  if (other) return other
  if (sumOfInventory(found, Object.keys(files)) === sum) return null
  return (known && differsFromList(found, known)) ?? 'the sum over its files'
}

function differsFromList(found, known) {
  const changes = known ? findChanges(known, found) : []
  if (changes.length === 0) return null
  const more = changes.length - 3
  return changes.slice(0, 3).join(', ') + (more > 0 ? ` and ${more} more` : '')
}
