/**
 * The decisions of an administrator for this computer. `read-policy.ts` reads them from a file that Parley never
 * writes.
 */
import type { LocalizedText } from '../contract/localized-text'
import type { GrantScope } from '../contract/grants'
import type { ManagedView } from '../contract/settings'
import type { HostTarget } from '../net/hostname-rules'
import type { ProviderIdentity } from './allowed-addresses'

/** What decides whether a server may run, with or without variables filled in. */
export type ServerIdentity =
  | {
      readonly name: string
      readonly transport: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
      /** Absolute; null: the default. */
      readonly cwd: string | null
      /** Absent: not sandboxed. */
      readonly containment?: { readonly hosts: readonly string[] } | undefined
    }
  | { readonly name: string; readonly transport: 'http' | 'sse'; readonly url: string }

export interface ManagedPolicy {
  /** For the screen; null if nothing is managed. */
  readonly view: ManagedView | null
  /** Why the server may not run, with the name of the policy; null if it may. */
  refusalOf(server: ServerIdentity): LocalizedText | null
  /** The part of `refusalOf` that doesn't depend on variables: whether a sandbox is required. */
  refusalOfUncontained(server: ServerIdentity): LocalizedText | null
  /** Why no sandboxed server may connect to the host, with the name of the policy; null if the user decides. */
  refusalOfHost(target: HostTarget): LocalizedText | null
  /** The lines of an entry's hosts that include nothing forbidden. */
  hostsLeft(lines: readonly string[]): string[]
  /** Why the model provider isn't allowed, with the name of the policy; null if it is. */
  refusalOfProvider(provider: ProviderIdentity): LocalizedText | null
  /** Why the activity log may not be sent to the address, with the name of the policy; null if it may. */
  refusalOfCollector(endpoint: string): LocalizedText | null
  /** Permission scopes that are neither offered nor applied. */
  readonly forbiddenScopes: readonly GrantScope[]
  /** Whether the user sees every result before a model reads it. */
  readonly isResultGateForced: boolean
  /** Where the activity log must be sent; null: the user decides. */
  readonly ledgerEndpoint: string | null
  /** Whether the user reviews every sampling request. */
  readonly isAutomaticSamplingForbidden: boolean
  /** Why Parley may not look for updates, with the name of the policy; null if it may. */
  readonly refusalOfUpdates: LocalizedText | null
}
