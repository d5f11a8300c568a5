/** Resources that somebody looks at and wants to see change. Nothing of them is kept: an update says that there is one. */
import type { Servers } from '../../servers/interface'

/** At the same time; a page that never lets go costs servers no more. */
const mostFollowed = 20

export interface FollowedResources {
  follow(resource: { readonly serverName: string; readonly uri: string; readonly isFollowed: boolean }): void
}

export function createFollowedResources(
  servers: Pick<Servers, 'watchResource'>,
  onUpdate: (resource: { readonly serverName: string; readonly uri: string }) => void
): FollowedResources {
  /** What ends each, the oldest first. */
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
