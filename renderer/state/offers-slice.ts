/** Counters of changes in servers' offers. Screens read the lists, and read them again when a counter changes. */
export interface OffersSlice {
  /** Increases when any server's resources or templates changed. */
  readonly resourceNews: number
  /** Increases when any server's prompts changed. */
  readonly promptNews: number
  /** How often each followed resource changed, by `resourceKey`. */
  readonly resourceUpdates: Readonly<Record<string, number>>
}

export const emptyOffersSlice: OffersSlice = { resourceNews: 0, promptNews: 0, resourceUpdates: {} }

type OffersNews =
  | { readonly name: 'resources.changed' | 'prompts.changed' }
  | {
      readonly name: 'resource.updated'
      readonly payload: { readonly serverName: string; readonly uri: string }
    }

export function offersChanged(state: OffersSlice, news: OffersNews): Partial<OffersSlice> {
  if (news.name === 'resource.updated') {
    const key = resourceKey(news.payload.serverName, news.payload.uri)
    return { resourceUpdates: { ...state.resourceUpdates, [key]: (state.resourceUpdates[key] ?? 0) + 1 } }
  }
  if (news.name === 'resources.changed') return { resourceNews: state.resourceNews + 1 }
  return { promptNews: state.promptNews + 1 }
}

export function resourceKey(serverName: string, uri: string): string {
  return JSON.stringify([serverName, uri])
}
