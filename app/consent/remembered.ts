/**
 * What the person allowed for longer than once: grants for tools, trust in servers. Holds it in memory,
 * keeps it in the history. Who is asked when is the business of `gate.ts`.
 */
import { createEmitter } from '../base/emitter'
import { HostError } from '../base/host-error'
import type { Logger } from '../base/logger'
import type { ConsentView, Grant, TrustedServer } from '../contract/consents'
import type { HistoryStore, StoredGrant, StoredTrust } from '../history/interface'

export type ConsentHistory = Pick<
  HistoryStore,
  'listGrants' | 'saveGrant' | 'deleteGrant' | 'listTrust' | 'saveTrust' | 'deleteTrust'
>

export function createRemembered(history: ConsentHistory, log: Logger) {
  const changed = createEmitter<ConsentView>()
  /** A yes that can not be kept still counts until the end of the program: then it is asked again. */
  const keep: Keep = async (what, save) => {
    try {
      await save
    } catch (error) {
      log.warn(`${what} holds until the program ends: it could not be saved`, { error })
    }
  }
  const announce = (): void => changed.emit(view())
  const grants = createGrants({ history, keep, announce })
  const trust = createTrust({ history, keep, announce })
  const view = (): ConsentView => ({
    grants: grants.list().map(withoutHash),
    trustedServers: trust.list().map(withoutFingerprint)
  })
  return {
    grants,
    trust,
    view,
    onChanged: (listener: (view: ConsentView) => void) => changed.on(listener),
    /** @throws HostError HISTORY_UNAVAILABLE; nothing is remembered then, so everything is asked. */
    load: async (): Promise<void> => {
      const [storedGrants, storedTrust] = await Promise.all([history.listGrants(), history.listTrust()])
      grants.replace(storedGrants)
      trust.replace(storedTrust)
      announce()
    }
  }
}

export type Remembered = ReturnType<typeof createRemembered>

type Keep = (what: string, save: Promise<void>) => Promise<void>

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
  return {
    list: (): readonly StoredGrant[] => grants,
    replace: (stored: readonly StoredGrant[]): void => {
      grants = stored
    },
    /** A grant of the same reach takes the place of the one before it, id included. */
    add: async (grant: StoredGrant): Promise<void> => {
      const earlier = grants.find((item) => hasSameReach(item, grant))
      const added = earlier === undefined ? grant : { ...grant, id: earlier.id }
      change([...grants.filter((item) => item !== earlier), added])
      await keep('A grant', history.saveGrant(added))
    },
    /** @throws HostError CONSENT_UNKNOWN_GRANT, HISTORY_UNAVAILABLE (the grant has ended for this run even then) */
    revoke: async (grantId: string): Promise<void> => {
      if (!grants.some((grant) => grant.id === grantId)) {
        throw new HostError('CONSENT_UNKNOWN_GRANT', 'That permission has been revoked already.')
      }
      change(grants.filter((grant) => grant.id !== grantId))
      await history.deleteGrant(grantId)
    },
    forgetConversation: async (conversationId: string): Promise<void> => {
      const bound = grants.filter((grant) => grant.conversationId === conversationId)
      if (bound.length === 0) return
      change(grants.filter((grant) => !bound.includes(grant)))
      await Promise.all(bound.map((grant) => history.deleteGrant(grant.id)))
    }
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
    /** @throws HostError HISTORY_UNAVAILABLE (the trust has ended for this run even then) */
    revoke: async (serverName: string): Promise<void> => {
      change(trust.filter((item) => item.serverName !== serverName))
      await history.deleteTrust(serverName)
    }
  }
}

function withoutHash({ id, scope, serverName, toolName, conversationId, createdAt }: StoredGrant): Grant {
  return { id, scope, serverName, toolName, conversationId, createdAt }
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
