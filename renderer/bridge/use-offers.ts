/** What connected servers offer to attach. Read on demand, and again when a server reports a change. */
import type { PromptView, ResourceContents, ResourceListing, ResourceView } from '../../app/contract/offers'
import { call } from './call'
import { useProjection } from '../state/projection'
import { resourceKey } from '../state/offers-slice'
import { connectedCount } from '../state/servers-slice'
import { useRead } from './use-read'
import type { ReadState } from './use-read'

/** Resources and templates by server, in the order of the settings; what a server marks as important comes first. */
export function useResourceListings(isWanted: boolean): ReadState<readonly ResourceListing[]> {
  const freshness = useProjection((state) => `${state.resourceNews} ${connectedCount(state)}`)
  return useRead<readonly ResourceListing[]>({
    key: isWanted ? 'resources' : null,
    read: async () => (await call('resource.list', {})).map(withoutRepeats).map(inOrder),
    freshness
  })
}

export function usePrompts(isWanted: boolean): ReadState<readonly PromptView[]> {
  const freshness = useProjection((state) => `${state.promptNews} ${connectedCount(state)}`)
  return useRead<readonly PromptView[]>({
    key: isWanted ? 'prompts' : null,
    read: async () =>
      distinct(await call('prompt.list', {}), ({ serverName, name }) => `${serverName}\n${name}`),
    freshness
  })
}

/** A resource's current content, for the screen only. Null: not requested. */
export function useResourceContents(
  resource: { readonly serverName: string; readonly uri: string } | null
): ReadState<readonly ResourceContents[]> {
  // Read again on each change that the server reports while the resource is followed.
  const freshness = useResourceUpdates(resource?.serverName ?? '', resource?.uri ?? '')
  return useRead<readonly ResourceContents[]>({
    key: resource === null ? null : JSON.stringify([resource.serverName, resource.uri]),
    read: () =>
      resource === null
        ? Promise.resolve([])
        : call('resource.read', { serverName: resource.serverName, uri: resource.uri }),
    freshness
  })
}

/** How often a followed resource has changed since the window opened. */
export function useResourceUpdates(serverName: string, uri: string): number {
  return useProjection(({ resourceUpdates }) => resourceUpdates[resourceKey(serverName, uri)] ?? 0)
}

/** The address identifies a resource of a server; a repeated address is the same resource. */
function withoutRepeats(listing: ResourceListing): ResourceListing {
  return {
    ...listing,
    resources: distinct(listing.resources, ({ uri }) => uri),
    templates: distinct(listing.templates, ({ uriTemplate }) => uriTemplate)
  }
}

/** @spec 2025-11-25 server/resources#annotations */
function inOrder(listing: ResourceListing): ResourceListing {
  return { ...listing, resources: listing.resources.toSorted((one, other) => weight(other) - weight(one)) }
}

/** From 0 (optional) to 1 (required). Resources without a priority sort in between. */
function weight({ annotations }: ResourceView): number {
  return annotations.priority ?? 0.5
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
