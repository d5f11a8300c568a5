/**
 * The one door to a server. Whoever connects, renews a token, signs in or tests gets the definition here, or is
 * refused: without the person's yes to exactly this, or against the policy, nothing runs and nothing is contacted.
 */
import { canParseUrl } from '../../base/can-parse-url'
import { delay } from '../../base/delay'
import { HostError } from '../../base/host-error'
import type { Approvals, TrustCandidate } from '../../consent/interface'
import type { LocalizedText, Warning } from '../../contract/localized-text'
import type { AccessToken, McpClients, ServerLaunch, Trusted, TrustedPackage } from '../../mcp/interface'
import { isLoopbackHost } from '../../net/sign-in-location'
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
  /** Fills in `${env:…}` where a program is looked for; secrets stay unread until it is trusted. */
  readonly fillInEnvironment: (text: string) => string
  readonly findSecrets: FindServerSecrets
  /** Why a policy does not let the server run; null when it does. */
  readonly refusalOf: (definition: ServerDefinition) => LocalizedText | null
  /** Fills in variables. @throws HostError SERVER_NOT_ALLOWED, SETTINGS_UNKNOWN_VARIABLE, SETTINGS_INVALID */
  readonly expand: (definition: ServerDefinition) => Promise<ServerDefinition>
}

/** `secretNames`: of the secrets that were filled in. */
type FilledIn<T> = Trusted<
  T & { readonly secretNames: readonly string[]; readonly packagePins: readonly TrustedPackage[] }
>
export type TrustedDefinition = FilledIn<ServerDefinition>
export type TrustedRemote = FilledIn<RemoteDefinition>

/** A server as it is now. `missing`: why there is nothing to run; null for one that has its program, or is remote. */
export interface CandidateServer extends TrustCandidate {
  readonly missing: HostError | null
  /** What a person should know of the look itself. */
  readonly doubts: readonly Warning[]
}

export interface TrustCheck extends Pick<TrustCheckOptions, 'refusalOf'> {
  /** What the person is asked about. Nothing is run or contacted for it, and no secret read. */
  readonly look: (definition: ServerDefinition) => Promise<CandidateServer>
  /** @throws HostError SERVER_NOT_ALLOWED, SERVER_NOT_TRUSTED and as `expand` */
  readonly enter: (definition: ServerDefinition) => Promise<TrustedDefinition>
  /** Whether the policy forbids it, also for what its variables stand for. One that can't be filled in is no matter of the policy. */
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
      // Before trust: nobody is asked for it while there is nothing to run.
      if (missing !== null) throw missing
      if (!consent.isTrusted(definition.name, candidate))
        throw new HostError('SERVER_NOT_TRUSTED', say('servers.notTrusted', { server: definition.name }))
      const whole = await expand(definition)
      const leadsTo = unencrypted(whole)
      if (leadsTo !== null) throw new HostError('SERVER_NOT_ALLOWED', leadsTo)
      // The only place where the mark is given.
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

/** The packages that a contained server was said yes to, with what was learned of them since. */
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

/** A destination like any other: encrypted, or on this computer. What variables stand for is seen once they are filled in. */
function unencrypted(definition: ServerDefinition): LocalizedText | null {
  if (definition.transport === 'stdio' || !canParseUrl(definition.url)) return null
  const { protocol, hostname } = new URL(definition.url)
  if (protocol !== 'http:' || isLoopbackHost(hostname)) return null
  return say('servers.notEncrypted', { server: definition.name, host: hostname })
}

/** A program on a slow disk holds those behind it up for no longer. */
const longestHoldMs = 2_000

/** Ends the looks in the order in which they began: so questions come up in the order of the settings. */
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
  // Of what decides which program is found the settings take no secret.
  const isPlain = ([, value]: [string, string]) => !value.includes('${secret:')
  const filled = Object.entries(env)
    .filter(isPlain)
    .map(([key, value]) => [key, fill(value)] as const)
  const trusted = consent.view().trustedServers.find(({ serverName }) => serverName === name)
  const known = trusted?.act.files ?? []
  const nothingFound = { ...act, files: [], packages: [] }
  // A yes to the definition, whatever lies where it leads.
  const mayContact = consent.isTrusted(name, { ...candidate, act: nothingFound })
  const { containment } = definition
  const walls = containment === undefined ? {} : { containment }
  const named = { serverName: name, command, args: args.map(fill), env: Object.fromEntries(filled), cwd }
  const target = { ...named, ...walls, known, mayContact }
  try {
    const found = await inspectProgram(target)
    if ('elsewhere' in found)
      return { ...candidate, doubts: [warn('trust.elsewhere', { path: found.elsewhere })] }
    const { files, packages, isCut = false } = found
    const doubts = isCut ? [warn('trust.tooManyFiles', { count: files.length })] : []
    return { ...candidate, act: { ...act, files, packages }, doubts }
  } catch (error) {
    // Of anything else it is not known what would run: nobody is asked about that.
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

/** What a connection is made from. `access`: what a sign-in has brought; of no use to a program. */
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
  const walls = containment === undefined ? {} : { containment }
  return { ...common, transport, command, args, env, cwd, ...walls } as ServerLaunch
}

/** Of us, where the entry says something else than usual. */
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

/** What a sign-in, or the renewal of one, is made from. */
export function toSignInTarget({ name, url, oauth }: Trusted<RemoteDefinition>): Trusted<SignInPlace> {
  return { serverName: name, url, oauth: oauth ?? null } as Trusted<SignInPlace>
}
