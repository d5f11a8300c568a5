/**
 * Resources that are shown on screen and followed for changes. Their content isn't kept: an update only says that there
 * is a new one.
 */
import type { Servers } from '../../servers/interface'

/** At the same time, so that a page that never unsubscribes costs servers no more. */
const mostFollowed = 20

export interface FollowedResources {
  follow(resource: { readonly serverName: string; readonly uri: string; readonly isFollowed: boolean }): void
}

export function createFollowedResources(
  servers: Pick<Servers, 'watchResource'>,
  onUpdate: (resource: { readonly serverName: string; readonly uri: string }) => void
): FollowedResources {
  /** Functions that end each, oldest first. */
  const stops = new Map<string, () => void>()
  const end = (key: string): void => {
    stops.get(key)?.()
    stops.delete(key)
  }
  return {
    follow: ({ serverName, uri, isFollowed }) => {
      const key = JSON.stringify([serverName, uri])
      if (!isFollowed) return end(key)
      if (stops.has(key)) return
      const [oldest] = stops.keys()
      if (stops.size >= mostFollowed && oldest !== undefined) end(oldest)
      stops.set(
        key,
        servers.watchResource(serverName, uri, () => onUpdate({ serverName, uri }))
      )
    }
  }
}
