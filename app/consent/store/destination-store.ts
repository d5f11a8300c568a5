/**
 * The destinations that the user trusts, and the owners that each vault secret was typed for or may be sent to. Stored
 * in the history with the trust in servers, because programs that can write the settings file can't write there.
 */
import { z } from 'zod'
import type { Logger } from '../../base/logger'
import { secretOwner, trustedDestination } from '../../contract/destination'
import type { DestinationAct, DestinationKey, SecretOwner } from '../../contract/destination'
import type { HistoryStore } from '../../history/interface'
import { readRows } from './read-rows'

const storedDestination = trustedDestination.extend({ fingerprint: z.string() })
export type StoredDestination = z.infer<typeof storedDestination>
const ownedSecret = z.tuple([z.string(), z.array(secretOwner)])

export interface DestinationStoreOptions {
  readonly history: Pick<HistoryStore, 'readFact' | 'writeFact'>
  /** A change that can't be saved applies until Parley quits. Never rejects. */
  readonly keep: (what: string, save: Promise<unknown>) => Promise<void>
  readonly announce: () => void
  readonly log: Logger
}

const destinationsFact = 'trusted-destinations'
const ownersFact = 'secret-owners'

export function createDestinationStore({ history, keep, announce, log }: DestinationStoreOptions) {
  let trusted: readonly StoredDestination[] = []
  let owners: ReadonlyMap<string, readonly SecretOwner[]> = new Map()
  const changeTrusted = async (next: readonly StoredDestination[]): Promise<void> => {
    trusted = next
    announce()
    await history.writeFact(destinationsFact, JSON.stringify(trusted))
  }
  const setOwners = async (names: readonly string[], listOf: (name: string) => readonly SecretOwner[]) => {
    if (names.length === 0) return
    owners = new Map([...owners, ...names.map((name) => [name, listOf(name)] as const)])
    await keep('Where a secret belongs', history.writeFact(ownersFact, JSON.stringify([...owners])))
  }
  const ownersOf = (secretName: string): readonly SecretOwner[] => owners.get(secretName) ?? []
  return {
    list: (): readonly StoredDestination[] => trusted,
    of: (key: DestinationKey): StoredDestination | undefined =>
      trusted.find(({ act }) => isSameKey(act, key)),
    /** @throws HostError HISTORY_UNAVAILABLE; then nothing is remembered and Parley asks about everything */
    load: async (): Promise<void> => {
      const [destinations, secrets] = await Promise.all([
        history.readFact(destinationsFact),
        history.readFact(ownersFact)
      ])
      trusted = readRows(destinations, { row: storedDestination, fact: destinationsFact, log })
      owners = new Map(readRows(secrets, { row: ownedSecret, fact: ownersFact, log }))
    },
    add: async (added: StoredDestination): Promise<void> => {
      const others = trusted.filter(({ act }) => !isSameKey(act, added.act))
      await keep('Trust in a destination', changeTrusted([...others, added]))
    },
    /** @throws HostError HISTORY_UNAVAILABLE (even then the trust is revoked until Parley quits) */
    revoke: (key: DestinationKey): Promise<void> =>
      changeTrusted(trusted.filter(({ act }) => !isSameKey(act, key))),
    ownersOf,
    /** The secrets that belong to other owners, but not to this one. Secrets without an owner aren't included. */
    foreignTo: (owner: SecretOwner, secretNames: readonly string[]): readonly string[] =>
      secretNames.filter((name) => {
        const known = ownersOf(name)
        return known.length > 0 && !known.some((item) => isSameOwner(item, owner))
      }),
    owns: (owner: SecretOwner, secretName: string): boolean =>
      ownersOf(secretName).some((entry) => isSameOwner(entry, owner)),
    /** The user typed the secret for this owner. Previous owners need approval again. */
    typed: (secretName: string, owner: SecretOwner): Promise<void> => setOwners([secretName], () => [owner]),
    /** The user allowed this owner to get the secrets too. */
    bind: (secretNames: readonly string[], owner: SecretOwner): Promise<void> =>
      setOwners(
        secretNames.filter((name) => !ownersOf(name).some((one) => isSameOwner(one, owner))),
        (name) => [...ownersOf(name), owner]
      )
  }
}

export type DestinationStore = ReturnType<typeof createDestinationStore>

function isSameKey(act: Pick<DestinationAct, 'kind' | 'name'>, key: DestinationKey): boolean {
  return act.kind === key.kind && act.name === key.name
}

function isSameOwner(one: SecretOwner, other: SecretOwner): boolean {
  return one.kind === other.kind && one.name === other.name && one.host === other.host
}
