/**
 * The trust check of servers. All code that connects, renews a token, signs in or tests a server gets its definition
 * here, or an error. Unless the user trusts exactly this definition and the policy allows it, nothing runs and nothing
 * is contacted.
 */
import { canParseUrl } from '../../base/can-parse-url'
import { delay } from '../../base/delay'
import { HostError } from '../../base/host-error'
import type { Approvals, TrustCandidate } from '../../consent/interface'
import type { LocalizedText, Warning } from '../../contract/localized-text'
import type { AccessToken, McpClients, ServerLaunch, Trusted, TrustedPackage } from '../../mcp/interface'
import { isLoopbackHost } from '../../net/address-location'
import { namedSecrets } from '../../settings/definition'
import type { OAuthDefinition, RemoteDefinition, ServerDefinition } from '../../settings/definition'
import { hashServerDefinition } from '../../settings/server-definition-hash'
import { say } from '../../texts/render-localized'
import { describeAct } from '../definition'
import type { FindServerSecrets } from '../definition'
import { warn } from '../../texts/warn'

export interface TrustCheckOptions {
  readonly consent: Pick<Approvals, 'isTrusted' | 'view'>
  readonly inspectProgram: McpClients['inspectProgram']
  /** Expands `${env:…}` to search a program; secrets stay unread until it is trusted. */
  readonly fillInEnvironment: (text: string) => string
  readonly findSecrets: FindServerSecrets
  /** Why a policy forbids the server; null if it doesn't. */
  readonly refusalOf: (definition: ServerDefinition) => LocalizedText | null
  /** Expands variables. @throws HostError SERVER_NOT_ALLOWED, SETTINGS_UNKNOWN_VARIABLE, SETTINGS_INVALID */
  readonly expand: (definition: ServerDefinition) => Promise<ServerDefinition>
}

/** `secretNames`: names of the secrets that were filled in. */
type FilledIn<T> = Trusted<
  T & { readonly secretNames: readonly string[]; readonly packagePins: readonly TrustedPackage[] }
>
export type TrustedDefinition = FilledIn<ServerDefinition>
export type TrustedRemote = FilledIn<RemoteDefinition>

/** The current server. `missing`: why there is nothing to run; null if its program exists, or if it is remote. */
export interface CandidateServer extends TrustCandidate {
  readonly missing: HostError | null
  /** Warnings about the inspection itself. */
  readonly doubts: readonly Warning[]
}

export interface TrustCheck extends Pick<TrustCheckOptions, 'refusalOf'> {
  /** The content of the trust question. Nothing is run or contacted for it, and no secret is read. */
  readonly look: (definition: ServerDefinition) => Promise<CandidateServer>
  /** @throws HostError SERVER_NOT_ALLOWED, SERVER_NOT_TRUSTED and as `expand` */
  readonly enter: (definition: ServerDefinition) => Promise<TrustedDefinition>
  /**
   * True if the policy forbids it, also with its variables expanded. A definition that can't be expanded isn't
   * forbidden.
   */
  readonly isForbidden: (definition: ServerDefinition) => Promise<boolean>
}

export function createTrustCheck(options: TrustCheckOptions): TrustCheck {
  const { consent, expand } = options
  const refusalOf = (definition: ServerDefinition) => unencrypted(definition) ?? options.refusalOf(definition)
  const look = (definition: ServerDefinition) => lookAt(definition, options)
  return {
    refusalOf,
    look: inOrder(look),
    enter: async (definition) => {
      const refusal = refusalOf(definition)
      if (refusal !== null) throw new HostError('SERVER_NOT_ALLOWED', refusal)
      const { missing, doubts: _doubts, ...candidate } = await look(definition)
      // Before the trust question: the user isn't asked while there is nothing to run.
      if (missing !== null) throw missing
      if (!consent.isTrusted(definition.name, candidate))
        throw new HostError('SERVER_NOT_TRUSTED', say('servers.notTrusted', { server: definition.name }))
      const whole = await expand(definition)
      const leadsTo = unencrypted(whole)
      if (leadsTo !== null) throw new HostError('SERVER_NOT_ALLOWED', leadsTo)
      // The only place that creates the mark.
      return {
        ...whole,
        secretNames: candidate.secrets,
        packagePins: pinsOf(definition, consent)
      } as TrustedDefinition
    },
    isForbidden: async (definition) => {
      if (options.refusalOf(definition) !== null) return true
      return await expand(definition).then(
        () => false,
        (error: unknown) => error instanceof HostError && error.code === 'SERVER_NOT_ALLOWED'
      )
    }
  }
}

/** The packages of a sandboxed server that the user trusted, including versions learned since then. */
function pinsOf(
  definition: ServerDefinition,
  { view }: TrustCheckOptions['consent']
): readonly TrustedPackage[] {
  if (definition.transport !== 'stdio' || definition.containment === undefined) return []
  const trusted = view().trustedServers.find(({ serverName }) => serverName === definition.name)
  return (trusted?.act.packages ?? []).flatMap(({ name, version, integrity }) =>
    version === null ? [] : [{ name, version, integrity }]
  )
}

/** Requires encryption, or an address on this computer. Variables are checked once they are expanded. */
function unencrypted(definition: ServerDefinition): LocalizedText | null {
  if (definition.transport === 'stdio' || !canParseUrl(definition.url)) return null
  const { protocol, hostname } = new URL(definition.url)
  if (protocol !== 'http:' || isLoopbackHost(hostname)) return null
  return say('servers.notEncrypted', { server: definition.name, host: hostname })
}

/** A program on a slow disk delays later ones no longer than this. */
const longestHoldMs = 2_000

/** Ends inspections in the order of their starts, so that questions appear in the order of the settings. */
function inOrder(look: TrustCheck['look']): TrustCheck['look'] {
  let last: Promise<unknown> = Promise.resolve()
  return async (definition) => {
    const before = last
    const looked = look(definition)
    const hold = new AbortController()
    last = Promise.allSettled([looked, before])
    await Promise.race([before, delay(longestHoldMs, hold.signal)])
    hold.abort()
    return await looked
  }
}

async function lookAt(
  definition: ServerDefinition,
  { consent, inspectProgram, fillInEnvironment: fill, findSecrets }: TrustCheckOptions
): Promise<CandidateServer> {
  const fingerprint = hashServerDefinition(definition)
  const act = describeAct(definition, findSecrets)
  const candidate = { fingerprint, act, secrets: namedSecrets(definition), missing: null, doubts: [] }
  if (definition.transport !== 'stdio') return candidate
  const { name, command, args, env, cwd } = definition
  // Settings that decide which program is found can't use a secret.
  const isPlain = ([, value]: [string, string]) => !value.includes('${secret:')
  const filled = Object.entries(env)
    .filter(isPlain)
    .map(([key, value]) => [key, fill(value)] as const)
  const trusted = consent.view().trustedServers.find(({ serverName }) => serverName === name)
  const known = trusted?.act.files ?? []
  const nothingFound = { ...act, files: [], packages: [] }
  // Trust in the definition, independent of the files.
  const mayContact = consent.isTrusted(name, { ...candidate, act: nothingFound })
  const { containment } = definition
  const sandbox = containment === undefined ? {} : { containment }
  const named = { serverName: name, command, args: args.map(fill), env: Object.fromEntries(filled), cwd }
  const target = { ...named, ...sandbox, known, mayContact }
  try {
    const found = await inspectProgram(target)
    if ('elsewhere' in found)
      return { ...candidate, doubts: [warn('trust.elsewhere', { path: found.elsewhere })] }
    const { files, packages, isCut = false } = found
    const doubts = isCut ? [warn('trust.tooManyFiles', { count: files.length })] : []
    return { ...candidate, act: { ...act, files, packages }, doubts }
  } catch (error) {
    // After any other error it is unknown what would run, so there is no question about it.
    if (!(error instanceof HostError) || error.code !== 'SERVER_COMMAND_NOT_FOUND') throw error
    return { ...candidate, act: nothingFound, missing: error }
  }
}

export function isRemote(definition: TrustedDefinition): definition is TrustedRemote {
  return definition.transport !== 'stdio'
}

type Circumstances = Pick<
  ServerLaunch,
  'connectionId' | 'connectTimeoutMs' | 'installTimeoutMs' | 'knownEra' | 'logLevel' | 'pingIntervalMs'
>

/** What a connection is made from. `access`: the token of a sign-in; unused for a program. */
export function toTrustedLaunch(
  definition: TrustedDefinition,
  { access, ...circumstances }: Circumstances & { readonly access: AccessToken | null }
): ServerLaunch {
  const { name: serverName, secretNames, packagePins } = definition
  const common = { ...circumstances, ...toldTo(definition), serverName, secretNames, packagePins }
  if (isRemote(definition)) {
    const { transport, url, headers } = definition
    return { ...common, transport, url, headers, access } as ServerLaunch
  }
  const { transport, command, args, env, cwd, containment } = definition
  const sandbox = containment === undefined ? {} : { containment }
  return { ...common, transport, command, args, env, cwd, ...sandbox } as ServerLaunch
}

/** What the entry tells the server about Parley, if it differs from the default. */
function toldTo({ clientName, clientVersion, announcesFolders }: TrustedDefinition) {
  return {
    ...(clientName !== null && { clientName }),
    ...(clientVersion !== null && { clientVersion }),
    ...(!announcesFolders && { isWithoutFolderNews: true })
  }
}

interface SignInPlace {
  readonly serverName: string
  readonly url: string
  readonly oauth: OAuthDefinition | null
}

/** What a sign-in, or a token renewal, is made from. */
export function toSignInTarget({ name, url, oauth }: Trusted<RemoteDefinition>): Trusted<SignInPlace> {
  return { serverName: name, url, oauth: oauth ?? null } as Trusted<SignInPlace>
}
