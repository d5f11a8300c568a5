/**
 * The trust question as servers ask it. It lists the folders that the program would get through its server's name, and
 * the user can approve less than the server asks for: its entry is then written accordingly.
 */
import type { Approvals, Narrowing } from '../../consent/interface'
import { createEmitter } from '../../base/emitter'
import { toFolderEntry } from '../../contract/conversation/folder-choice'
import type { LeftPermissions } from '../../contract/server-trust'
import type { Conversations } from '../../conversation/conversations'
import type { FollowedPolicy } from '../../policy-file/followed-policy'
import type { ServerAct } from '../../contract/server-act'
import { namedSecrets, type StdioDefinition } from '../../settings/definition'
import { hashServerDefinition } from '../../settings/server-definition-hash'
import { writeSandbox } from '../../settings/edit/entry-sandbox'
import { removeIfEmpty, removeValue } from '../../settings/document/text-edits'
import type { Settings } from '../../settings/store/settings-store'
import { warn } from '../../texts/warn'
import { proposeHosts } from '../sandbox/known-hosts'

type Shared = Pick<Approvals, 'isTrusted' | 'decideServerTrust'>

export interface TrustQuestions extends Shared {
  /** Tells about an entry that was narrowed without its server noticing. */
  onNarrowed(listener: (serverName: string) => void): () => void
  /** Also lists the folders of these conversations. To be called before the first question. */
  listFoldersOf(conversations: Pick<Conversations, 'list'>): void
}

export interface TrustQuestionsOptions {
  readonly consent: Shared
  readonly settings: Settings
  readonly policy: Pick<FollowedPolicy, 'hostsLeft'>
}

export function createTrustQuestions({ consent, settings, policy }: TrustQuestionsOptions): TrustQuestions {
  const narrowed = createEmitter<string>()
  let conversations: Pick<Conversations, 'list'> | null = null
  /** Folders are shared by a server's name, and the name may belong to another program by now. */
  const sharedPaths = (serverName: string): string[] => {
    if (conversations === null) throw new Error('The folders of conversations are unknown')
    const chosen = conversations.list().flatMap(({ folders = [] }) => folders)
    const entries = [...settings.current().roots, ...chosen].map(toFolderEntry)
    const named = entries.filter(({ servers }) => servers?.includes(serverName) === true)
    return [...new Set(named.map(({ path }) => path))]
  }
  return {
    isTrusted: consent.isTrusted,
    decideServerTrust: (request, signal) => {
      const proposed = policy.hostsLeft(proposeHosts(request.act))
      const paths = sharedPaths(request.serverName)
      const warning = warn('trust.namedFolders', { count: paths.length, paths })
      const question = {
        ...request,
        warnings: paths.length === 0 ? request.warnings : [...request.warnings, warning],
        ...(proposed.length > 0 && { proposedHosts: [...proposed] }),
        narrowing: createNarrowing(request, settings, (name) => narrowed.emit(name))
      }
      return consent.decideServerTrust(question, signal)
    },
    onNarrowed: (listener) => narrowed.on(listener),
    listFoldersOf: (all) => void (conversations = all)
  }
}

interface TrustRequest {
  readonly serverName: string
  readonly fingerprint: string
  readonly act: ServerAct
}

function createNarrowing(
  { serverName, fingerprint, act }: TrustRequest,
  settings: Settings,
  onNarrowed: (serverName: string) => void
): Narrowing {
  /** The entry in the settings; null: it has changed since. */
  const current = () => {
    const found = settings.current().servers.find(({ name }) => name === serverName)
    return found?.transport === 'stdio' && hashServerDefinition(found) === fingerprint ? found : null
  }
  return {
    candidate: (left) => {
      const definition = current()
      if (definition === null) return null
      const narrowed = narrow(definition, left)
      return {
        fingerprint: hashServerDefinition(narrowed),
        act: narrowAct(act, left),
        secrets: namedSecrets(narrowed)
      }
    },
    write: async (left) => {
      const before = await settings.readServerEntry(serverName)
      await settings.saveServerEntry(serverName, serverName, narrowText(before, left))
      // Hosts aren't part of a server's identity.
      if (current() !== null) onNarrowed(serverName)
    }
  }
}

function narrow(
  definition: StdioDefinition,
  { containment, withoutVariables }: LeftPermissions
): StdioDefinition {
  const kept = Object.entries(definition.env).filter(([name]) => !withoutVariables.includes(name))
  const env = Object.fromEntries(kept)
  return containment === undefined ? { ...definition, env } : { ...definition, env, containment }
}

function narrowAct(act: ServerAct, { containment, withoutVariables }: LeftPermissions): ServerAct {
  const isKept = (name: string) => !withoutVariables.includes(name)
  return {
    ...act,
    environmentNames: act.environmentNames.filter(isKept),
    ...(act.environment !== undefined && {
      environment: act.environment.filter(({ name }) => isKept(name))
    }),
    ...(containment !== undefined && { containment })
  }
}

function narrowText(json: string, { containment, withoutVariables }: LeftPermissions): string {
  const without = withoutVariables.reduce((text, name) => removeValue(text, ['env', name]), json)
  const left = withoutVariables.length > 0 ? removeIfEmpty(without, ['env']) : without
  return containment === undefined ? left : writeSandbox(left, containment)
}
