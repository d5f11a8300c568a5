/**
 * What an administrator decided for this computer, as the areas that obey it see it. `read-policy.ts` makes it from a
 * file that Parley never writes.
 */
import type { LocalizedText } from '../contract/localized-text'
import type { GrantScope } from '../contract/grants'
import type { ManagedView } from '../contract/settings'
import type { HostTarget } from '../net/hostname-rules'
import type { ProviderIdentity } from './allowed-addresses'

/** What decides whether a server may run: its definition, variables filled in or not. */
export type ServerIdentity =
  | {
      readonly name: string
      readonly transport: 'stdio'
      readonly command: string
      readonly args: readonly string[]
      readonly env: Readonly<Record<string, string>>
      /** Absolute; null: the usual one. */
      readonly cwd: string | null
      /** Absent: it is not sandboxed. */
      readonly containment?: { readonly hosts: readonly string[] } | undefined
    }
  | { readonly name: string; readonly transport: 'http' | 'sse'; readonly url: string }

export interface ManagedPolicy {
  /** For the screen; null where nothing is managed. */
  readonly view: ManagedView | null
  /** Why the server may not run, naming the policy; null when it may. */
  refusalOf(server: ServerIdentity): LocalizedText | null
  /** The part of `refusalOf` that doesn't depend on variables: why it may not run without a sandbox. */
  refusalOfUncontained(server: ServerIdentity): LocalizedText | null
  /** Why no sandboxed server may connect to the host, naming the policy; null when the user may allow it. */
  refusalOfHost(target: HostTarget): LocalizedText | null
  /** Those lines of an entry's hosts that take in nothing that is forbidden. */
  hostsLeft(lines: readonly string[]): string[]
  /** Why the model provider may get nothing, naming the policy; null when it may. */
  refusalOfProvider(provider: ProviderIdentity): LocalizedText | null
  /** Why the activity log may not be sent to the address, naming the policy; null when it may. */
  refusalOfCollector(endpoint: string): LocalizedText | null
  /** Permission scopes that are neither offered nor honored. */
  readonly forbiddenScopes: readonly GrantScope[]
  /** Whether every result is shown before a model reads it. */
  readonly isResultGateForced: boolean
  /** Where the activity log must be sent; null: the user decides. */
  readonly ledgerEndpoint: string | null
  /** Whether the user reviews every sampling request. */
  readonly isAutomaticSamplingForbidden: boolean
}
