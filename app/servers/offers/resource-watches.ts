/**
 * Tracks who watches which resource. A resource with several watchers is subscribed once. A new connection subscribes
 * again. The caller sends the requests.
 */

export interface ResourceWatches {
  /** Returns the function that ends it. */
  watch(serverName: string, uri: string, onUpdate: () => void): () => void
  /** The server has a new connection without subscriptions. */
  connected(serverName: string): void
  updated(serverName: string, uri: string): void
}

export interface Subscriptions {
  readonly subscribe: (serverName: string, uri: string) => void
  readonly unsubscribe: (serverName: string, uri: string) => void
}

export function createResourceWatches({ subscribe, unsubscribe }: Subscriptions): ResourceWatches {
  /** By server and URI; no empty sets. */
  const watched = new Map<string, Map<string, Set<{ readonly onUpdate: () => void }>>>()

  const end = (serverName: string, uri: string, one: { readonly onUpdate: () => void }): void => {
    const listeners = watched.get(serverName)?.get(uri)
    if (listeners?.delete(one) !== true || listeners.size > 0) return
    watched.get(serverName)?.delete(uri)
    unsubscribe(serverName, uri)
  }

  return {
    watch: (serverName, uri, onUpdate) => {
      const one = { onUpdate }
      const uris = watched.get(serverName) ?? new Map<string, Set<typeof one>>()
      watched.set(serverName, uris)
      const listeners = uris.get(uri)
      if (listeners !== undefined) listeners.add(one)
      else {
        uris.set(uri, new Set([one]))
        subscribe(serverName, uri)
      }
      return () => end(serverName, uri, one)
    },
    connected: (serverName) => {
      for (const uri of watched.get(serverName)?.keys() ?? []) subscribe(serverName, uri)
    },
    updated: (serverName, uri) => {
      const concerned = [...(watched.get(serverName) ?? [])].filter(([own]) => isWithin(uri, own))
      for (const { onUpdate } of concerned.flatMap(([, listeners]) => [...listeners])) onUpdate()
    }
  }
}

/** Servers may report a part of the subscribed resource. @spec 2025-11-25 schema#resourceupdatednotificationparams */
function isWithin(uri: string, whole: string): boolean {
  return uri === whole || uri.startsWith(whole.endsWith('/') ? whole : `${whole}/`)
}
