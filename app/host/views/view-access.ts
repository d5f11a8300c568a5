/**
 * What the page of a view may use: hosts are decided in one question before it loads, permissions when it uses them. An
 * answer that isn't permanent applies to the view of its call until Parley quits or the user opens that view again.
 */
import { domainToUnicode } from 'node:url'
import { canParseUrl } from '../../base/can-parse-url'
import { HostError } from '../../base/host-error'
import type { Approvals, AskedQuestion } from '../../consent/interface'
import { domainUses } from '../../contract/consent/domain-uses'
import type { ViewPermission } from '../../contract/consent/view-access'
import type { ViewHostsQuestion } from '../../contract/questions/questions'
import type { ServerView } from '../../contract/servers'
import type { Ledger } from '../../ledger/interface'
import { recordViewDecision, recordViewUse } from '../../ledger/record-views'
import { isInside, readHostRule } from '../../net/hostname-rules'
import type { ManagedPolicy } from '../../policy-file/interface'
import { listHostWarnings } from '../../server-requests/judge-link'
import type { Servers } from '../../servers/interface'
import { say } from '../../texts/render-localized'
import { ViewNetwork } from '../../views/network/view-network'
import type { ViewFrameOptions, ViewSessionOptions } from '../../views/interface'
import { buildViewPolicy } from '../../views/policy/build-view-policy'
import { domainLists, type ViewMetadata } from '../../views/policy/view-metadata'
import type { ViewPlace } from './view-requests'

export interface ViewAccessOptions {
  readonly consent: Pick<Approvals, 'decideViewHosts' | 'decideViewPermission' | 'view' | 'viewOpenedAgain'>
  readonly policy: Pick<ManagedPolicy, 'refusalOfHost' | 'hostsLeft'>
  readonly servers: Pick<Servers, 'list'>
  readonly ledger: Pick<Ledger, 'record'>
}

/** What one view may use. */
export interface OpenAccess extends Pick<ViewSessionOptions, 'sandbox'> {
  readonly page: Pick<ViewFrameOptions, 'policy' | 'load' | 'permissions'>
  readonly hosts: Hosts
  /** Declared domains that it may not reach. */
  readonly refusedHosts: Hosts
  /** Asks once for each permission. */
  readonly decide: (permission: ViewPermission) => Promise<boolean>
  readonly close: () => void
}

type Hosts = readonly string[]
type DeclaredHosts = AskedQuestion<ViewHostsQuestion>['hosts']

/** In the window. */
const mostShown = 50

export class ViewAccess {
  readonly #options: ViewAccessOptions
  readonly #end = new AbortController()
  /** By call and hosts. */
  readonly #answers = new Map<string, Promise<Hosts>>()

  constructor(options: ViewAccessOptions) {
    this.#options = options
  }

  /** Waits for the user if hosts are declared. @throws HostError SERVER_NOT_CONNECTED: the question was withdrawn */
  async open(call: ViewPlace, metadata: ViewMetadata, asksAgain: boolean | undefined): Promise<OpenAccess> {
    const isOpenedAgain = asksAgain === true
    if (isOpenedAgain) this.#options.consent.viewOpenedAgain(call)
    const { header, hosts, refused } = buildViewPolicy(
      metadata,
      await this.#decideHosts(call, metadata, isOpenedAgain)
    )
    const network = this.#openNetwork(call, hosts)
    const permissions = this.#listPermissions(call.serverName, metadata)
    const decisions = new Map<ViewPermission, Promise<boolean>>()
    return {
      page: { policy: header, load: network.answer, permissions },
      hosts,
      refusedHosts: [...new Set(refused.map(({ domain }) => domain))].slice(0, mostShown),
      sandbox: describeSandbox(metadata, hosts, permissions),
      decide: async (permission) => {
        const decision = decisions.get(permission) ?? this.#decidePermission(call, permission)
        decisions.set(permission, decision)
        return await decision
      },
      close: () => network.close()
    }
  }

  /** Ends open questions. */
  dispose(): void {
    this.#end.abort()
  }

  async #decideHosts(call: ViewPlace, metadata: ViewMetadata, asksAgain: boolean): Promise<Hosts> {
    const { domains } = metadata
    const hosts = listPossibleHosts(call.serverName, metadata, this.#options).map((host) => ({
      host,
      uses: domainUses.filter((use) => domains[use].includes(host))
    }))
    if (hosts.length === 0) return []
    const key = JSON.stringify([call.callId, hosts])
    if (asksAgain) this.#answers.delete(key)
    const known = this.#answers.get(key)
    if (known !== undefined) return await known
    const asking = this.#ask(call, hosts, () => this.#answers.delete(key))
    this.#answers.set(key, asking)
    return await asking
  }

  #openNetwork(call: ViewPlace, hosts: Hosts): ViewNetwork {
    const { policy, ledger } = this.#options
    return new ViewNetwork({
      hosts,
      isForbidden: (target) => policy.refusalOfHost(target) !== null,
      onUsed: (use) => recordViewUse(use, { call, ledger })
    })
  }

  /** Without those that the user denied permanently. */
  #listPermissions(serverName: string, { permissions }: ViewMetadata): readonly ViewPermission[] {
    const answers = (this.#options.consent.view().viewAccess ?? []).filter(
      (each) => each.serverName === serverName && !each.isAllowed
    )
    return permissions.filter(
      (permission) =>
        !answers.some(({ subject }) => subject.type === 'permission' && subject.permission === permission)
    )
  }

  async #decidePermission(call: ViewPlace, permission: ViewPermission): Promise<boolean> {
    const { consent, ledger } = this.#options
    const { serverName, scopeId, callId, toolName } = call
    const decided = await consent.decideViewPermission(
      { serverName, conversationId: scopeId, callId, toolName, permission },
      this.#end.signal
    )
    if (decided.type === 'withdrawn') return false
    recordViewDecision({ type: 'permission', permission }, decided.decision, { call, ledger })
    return decided.isAllowed
  }

  async #ask(call: ViewPlace, hosts: DeclaredHosts, forget: () => void): Promise<Hosts> {
    const { consent, ledger } = this.#options
    const { serverName, scopeId, callId, toolName } = call
    const warnings = hosts.flatMap(({ host }) => warnOfHost(host))
    const decided = await consent.decideViewHosts(
      { serverName, conversationId: scopeId, callId, toolName, hosts, warnings },
      this.#end.signal
    )
    if (decided.type === 'withdrawn') {
      forget()
      throw new HostError('SERVER_NOT_CONNECTED', say('views.notConnected', { server: serverName }))
    }
    const { allowed, answer } = decided
    for (const host of answer?.hosts ?? [])
      recordViewDecision({ type: 'host', host }, answer?.decision ?? null, { call, ledger })
    const isPermanent = answer === null || answer.decision === 'allow-always' || answer.decision === 'never'
    if (isPermanent) forget()
    return allowed
  }
}

/** As the view learns it. It is still asked about each permission when it uses it. */
function describeSandbox(
  { domains }: ViewMetadata,
  hosts: Hosts,
  permissions: readonly ViewPermission[]
): ViewSessionOptions['sandbox'] {
  const csp = domainUses.flatMap((use) => {
    const allowed = domains[use].filter((host) => hosts.includes(host)).map((host) => `https://${host}`)
    return allowed.length > 0 ? [[domainLists[use], allowed] as const] : []
  })
  return {
    ...(csp.length > 0 && { csp: Object.fromEntries(csp) }),
    ...(permissions.length > 0 && {
      permissions: Object.fromEntries(permissions.map((permission) => [permission, {}]))
    })
  }
}

/** Without hosts that a policy denies, and local hosts that a remote server declares: Parley doesn't ask about them. */
export function listPossibleHosts(
  serverName: string,
  { domains }: ViewMetadata,
  { policy, servers }: Pick<ViewAccessOptions, 'policy' | 'servers'>
): Hosts {
  const server = servers.list().find(({ name }) => name === serverName)
  const hosts = new Set(domainUses.flatMap((use) => domains[use]))
  return policy
    .hostsLeft([...hosts])
    .filter((host) => !isLocal(host) || (server !== undefined && isLocalServer(server)))
}

function readHostname(host: string): string {
  return readHostRule(host)?.host ?? host
}

function isLocal(host: string): boolean {
  return isInside({ host: readHostname(host), port: 0 })
}

function isLocalServer({ transport, address }: ServerView): boolean {
  return transport === 'stdio' || (canParseUrl(address) && isLocal(new URL(address).hostname))
}

function warnOfHost(host: string) {
  const hostname = readHostname(host)
  return listHostWarnings(hostname, domainToUnicode(hostname))
}
