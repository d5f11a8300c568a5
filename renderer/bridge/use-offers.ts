/** What connected servers offer to attach, read when it is wanted and again when a server says that it changed. */
import type { PromptView, ResourceContents, ResourceListing, ResourceView } from '../../app/contract/offers'
import { call } from './call'
import { useProjection } from '../state/projection'
import { resourceKey } from '../state/offers-slice'
import { connectedCount } from '../state/servers-slice'
import { useRead } from './use-read'
import type { ReadState } from './use-read'

/** Resources and templates by server, in the order of the settings; what a server calls important stands first. */
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

/** What a resource holds now, for the screen only. Null: nobody asked to see it. */
export function useResourceContents(
  resource: { readonly serverName: string; readonly uri: string } | null
): ReadState<readonly ResourceContents[]> {
  // Read again with each change that its server tells of, which is so while somebody follows it.
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

/** How often a resource that is followed has changed since the window is open. */
export function useResourceUpdates(serverName: string, uri: string): number {
  return useProjection(({ resourceUpdates }) => resourceUpdates[resourceKey(serverName, uri)] ?? 0)
}

/** An address is what tells resources of a server apart; who repeats one means the same. */
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

/** From 0, which is optional, to 1, which is needed. Those of which the server says nothing stand between. */
function weight({ annotations }: ResourceView): number {
  return annotations.priority ?? 0.5
}

function distinct<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  return [...new Map(items.map((item) => [keyOf(item), item])).values()]
}
