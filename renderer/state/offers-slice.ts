/**
 * News of what servers offer. The lists themselves are read by the screens that show them; a counter that
 * rises tells them to read again.
 */
export interface OffersSlice {
  /** Rises when the resources or templates of any server changed. */
  readonly resourceNews: number
  /** Rises when the prompts of any server changed. */
  readonly promptNews: number
  /** How often each resource changed that was followed, by `resourceKey`. */
  readonly resourceUpdates: Readonly<Record<string, number>>
}

export const emptyOffersSlice: OffersSlice = { resourceNews: 0, promptNews: 0, resourceUpdates: {} }

export function resourcesChanged({ resourceNews }: OffersSlice): Partial<OffersSlice> {
  return { resourceNews: resourceNews + 1 }
}

export function promptsChanged({ promptNews }: OffersSlice): Partial<OffersSlice> {
  return { promptNews: promptNews + 1 }
}

export function resourceKey(serverName: string, uri: string): string {
  return JSON.stringify([serverName, uri])
}

export function resourceUpdated(
  { resourceUpdates }: OffersSlice,
  { serverName, uri }: { readonly serverName: string; readonly uri: string }
): Partial<OffersSlice> {
  const key = resourceKey(serverName, uri)
  return { resourceUpdates: { ...resourceUpdates, [key]: (resourceUpdates[key] ?? 0) + 1 } }
}
