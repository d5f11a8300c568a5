/**
 * What the user allowed beyond one call: permissions for tools, trust in servers, and the approved definitions of
 * tools. Kept in memory and in the history. `approvals.ts` decides when to ask.
 */
import { isDeepStrictEqual } from 'node:util'
import { createEmitter } from '../../base/emitter'
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { ConsentView } from '../../contract/consent-view'
import type { Grant, GrantCondition, TrustedServer } from '../../contract/grants'
import type { FlowPermission } from '../../contract/flows'
import type { StoredFlow } from '../grants/flow-grants'
import type { HistoryStore, StoredGrant, StoredPin, StoredTrust } from '../../history/interface'
import { say } from '../../texts/render-localized'
import { createCallCounts } from './call-counts'
import { createDestinationStore } from './destination-store'
import { renewHashes, withNewHashes } from './renew-hashes'
import { createRefusedHosts } from './refused-hosts'
import { createViewAccessStore } from './view-access-store'
import { createMetadataStore } from './metadata-store'
import { createFlows, flowsFact, readFlows } from './flow-store'

export type ConsentHistory = Pick<
  HistoryStore,
  | 'listGrants'
  | 'saveGrant'
  | 'deleteGrant'
  | 'listTrust'
  | 'saveTrust'
  | 'deleteTrust'
  | 'listPins'
  | 'savePins'
  | 'readFact'
  | 'writeFact'
>

export function createConsentStore(history: ConsentHistory, log: Logger) {
  const changed = createEmitter<ConsentView>()
  const announce = (): void => changed.emit(view())
  const keeping = { history, keep: createKeep(log), announce, log }
  const grants = createGrants(keeping)
  const trust = createTrust(keeping)
  const pins = createPins(keeping)
  const flows = createFlows(keeping)
  const facts = {
    destinations: createDestinationStore(keeping),
    words: createMetadataStore(keeping),
    refusedHosts: createRefusedHosts(keeping),
    viewAccess: createViewAccessStore(keeping),
    callCounts: createCallCounts(keeping)
  }
  const view = (): ConsentView => ({
    grants: grants.list().map(withoutHash),
    trustedServers: trust.list().map(withoutFingerprint),
    trustedDestinations: facts.destinations.list().map(({ act, createdAt }) => ({ act, createdAt })),
    refusedHosts: [...facts.refusedHosts.list()],
    viewAccess: [...facts.viewAccess.list()],
    pinnedToolCount: pins.list().length,
    flows: flows.list().map(withoutFingerprints)
  })
  return {
    grants,
    trust,
    pins,
    flows,
    ...facts,
    view,
    /** Permissions for a conversation end with it. */
    forgetConversation: async (conversationId: string): Promise<void> => {
      await grants.forgetConversation(conversationId)
      await flows.forgetWhere((flow) => flow.conversationId === conversationId)
      await facts.callCounts.forgetConversation(conversationId)
    },
    onChanged: (listener: (view: ConsentView) => void) => changed.on(listener),
    /** @throws HostError HISTORY_UNAVAILABLE; then nothing is remembered and Parley asks about everything */
    load: async (): Promise<void> => {
      const [storedGrants, storedTrust, storedPins, storedFlows] = await Promise.all([
        history.listGrants(),
        history.listTrust(),
        history.listPins(),
        history.readFact(flowsFact),
        ...Object.values(facts).map(({ load }) => load())
      ])
      const renewed = renewHashes(storedPins)
      grants.replace(storedGrants.map((grant) => withNewHashes(grant, renewed.byFormer)))
      trust.replace(storedTrust)
      pins.replace(renewed.pins)
      flows.replace(readFlows(storedFlows, log))
      announce()
    }
  }
}

export type ConsentStore = ReturnType<typeof createConsentStore>

type Keep = (what: string, save: Promise<unknown>) => Promise<void>

/** An approval that can't be saved applies until Parley quits. Then Parley asks again. */
function createKeep(log: Logger): Keep {
  return async (what, save) => {
    try {
      await save
    } catch (error) {
      log.warn(`${what} holds until the program ends: it could not be saved`, { error })
    }
  }
}

interface Keeping {
  readonly history: ConsentHistory
  readonly keep: Keep
  readonly announce: () => void
}

function createGrants({ history, keep, announce }: Keeping) {
  let grants: readonly StoredGrant[] = []
  const change = (next: readonly StoredGrant[]): void => {
    grants = next
    announce()
  }
  const forgetWhere = async (isMeant: (grant: StoredGrant) => boolean): Promise<void> => {
    const meant = grants.filter(isMeant)
    if (meant.length === 0) return
    change(grants.filter((grant) => !meant.includes(grant)))
    await Promise.all(meant.map((grant) => history.deleteGrant(grant.id)))
  }
  return {
    list: (): readonly StoredGrant[] => grants,
    replace: (stored: readonly StoredGrant[]): void => {
      grants = stored
    },
    /** A permission replaces those that it makes pointless, and takes the id of the first. */
    add: async (grant: StoredGrant): Promise<void> => {
      const [earlier, ...others] = grants.filter((item) => isReplacedBy(item, grant))
      const added = earlier === undefined ? grant : { ...grant, id: earlier.id }
      change([...grants.filter((item) => item !== earlier && !others.includes(item)), added])
      const removed = others.map((item) => history.deleteGrant(item.id))
      await keep('A grant', Promise.all([history.saveGrant(added), ...removed]))
    },
    /**
     * @throws HostError CONSENT_UNKNOWN_GRANT, HISTORY_UNAVAILABLE (even then the permission is revoked until Parley
     * quits)
     */
    revoke: async (grantId: string): Promise<void> => {
      if (!grants.some((grant) => grant.id === grantId)) {
        throw new HostError('CONSENT_UNKNOWN_GRANT', say('consent.permissionRevoked'))
      }
      change(grants.filter((grant) => grant.id !== grantId))
      await history.deleteGrant(grantId)
    },
    /** Counts a call that the permission allowed, if it counts calls. Never rejects. */
    use: async (grantId: string): Promise<void> => {
      const grant = grants.find(({ id }) => id === grantId)
      if (grant === undefined || grant.usesLeft === null) return
      const used = { ...grant, usesLeft: grant.usesLeft - 1 }
      change(grants.map((item) => (item === grant ? used : item)))
      await keep('The count of a grant', history.saveGrant(used))
    },
    forgetConversation: (conversationId: string): Promise<void> =>
      forgetWhere((grant) => grant.conversationId === conversationId),
    forgetServer: (serverName: string): Promise<void> =>
      forgetWhere((grant) => grant.serverName === serverName)
  }
}

function createTrust({ history, keep, announce }: Keeping) {
  let trust: readonly StoredTrust[] = []
  const change = (next: readonly StoredTrust[]): void => {
    trust = next
    announce()
  }
  return {
    list: (): readonly StoredTrust[] => trust,
    of: (serverName: string): StoredTrust | undefined => trust.find((item) => item.serverName === serverName),
    replace: (stored: readonly StoredTrust[]): void => {
      trust = stored
    },
    add: async (added: StoredTrust): Promise<void> => {
      change([...trust.filter((item) => item.serverName !== added.serverName), added])
      await keep('Trust in a server', history.saveTrust(added))
    },
    /** @throws HostError HISTORY_UNAVAILABLE (even then the trust is revoked until Parley quits) */
    revoke: async (serverName: string): Promise<void> => {
      change(trust.filter((item) => item.serverName !== serverName))
      await history.deleteTrust(serverName)
    }
  }
}

/** The last approved definitions, by server and tool. */
function createPins({ history, keep, announce }: Keeping) {
  let pins: ReadonlyMap<string, StoredPin> = new Map()
  const keyOf = (serverName: string, toolName: string): string => JSON.stringify([serverName, toolName])
  const put = (added: readonly StoredPin[]): void => {
    pins = new Map([...pins, ...added.map((pin) => [keyOf(pin.serverName, pin.toolName), pin] as const)])
  }
  return {
    list: (): readonly StoredPin[] => [...pins.values()],
    of: (serverName: string, toolName: string): StoredPin | undefined =>
      pins.get(keyOf(serverName, toolName)),
    replace: (stored: readonly StoredPin[]): void => {
      pins = new Map()
      put(stored)
    },
    /** Unchanged pins are kept. */
    add: async (wanted: readonly StoredPin[]): Promise<void> => {
      const added = wanted.filter(
        ({ serverName, toolName, hash }) => pins.get(keyOf(serverName, toolName))?.hash !== hash
      )
      if (added.length === 0) return
      put(added)
      announce()
      await keep('The approved definition of a tool', history.savePins(added))
    }
  }
}

function withoutHash(stored: StoredGrant): Grant {
  const {
    definitionHash: _hash,
    coveredTools: _covered,
    serverFingerprint: _fingerprint,
    argumentNames: _names,
    folderPlaces: _places,
    ...grant
  } = stored
  return grant
}

function withoutFingerprints(stored: StoredFlow): FlowPermission {
  const { scope: _scope, fromFingerprint: _from, toFingerprint: _to, ...flow } = stored
  return flow
}

function withoutFingerprint({ serverName, act, createdAt }: StoredTrust): TrustedServer {
  return { serverName, act, createdAt }
}

function hasSameReach(one: StoredGrant, other: StoredGrant): boolean {
  return (
    one.scope === other.scope &&
    one.serverName === other.serverName &&
    one.toolName === other.toolName &&
    one.conversationId === other.conversationId
  )
}

/**
 * Whether the later permission makes the earlier one pointless. Two permissions with limits on different arguments are
 * both kept, for example for one folder and then another.
 */
function isReplacedBy(earlier: StoredGrant, later: StoredGrant): boolean {
  if (!hasSameReach(earlier, later)) return false
  const isOutdated =
    earlier.definitionHash !== later.definitionHash || earlier.serverFingerprint !== later.serverFingerprint
  if (isOutdated || earlier.conditions.length === 0 || later.conditions.length === 0) return true
  return isDeepStrictEqual(argumentLimits(earlier), argumentLimits(later))
}

function argumentLimits({ conditions }: StoredGrant): readonly GrantCondition[] {
  return conditions.filter((condition) => 'pointer' in condition)
}
