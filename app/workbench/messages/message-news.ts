/**
 * Tells a reader that messages of a server have changed: once, and only after it has read them. So a reader gets no more
 * news than it can use, and none without asking.
 */

/** At least this long after the reader's last question. */
const pauseMs = 100

export interface MessageNews {
  /** The reader has asked for messages. */
  want(serverName: string): void
  arrived(serverName: string): void
}

export function createMessageNews(tell: (news: { readonly serverName: string }) => void): MessageNews {
  /** By server: whether something has arrived during the pause; `waiting` after it. */
  const wanted = new Map<string, 'nothing' | 'news' | 'waiting'>()
  const send = (serverName: string) => {
    wanted.delete(serverName)
    tell({ serverName })
  }
  const endPause = (serverName: string) => {
    if (wanted.get(serverName) === 'news') send(serverName)
    else wanted.set(serverName, 'waiting')
  }
  return {
    want: (serverName) => {
      const state = wanted.get(serverName)
      if (state === 'nothing' || state === 'news') return
      wanted.set(serverName, 'nothing')
      setTimeout(endPause, pauseMs, serverName).unref()
    },
    arrived: (serverName) => {
      const state = wanted.get(serverName)
      if (state === 'waiting') send(serverName)
      else if (state === 'nothing') wanted.set(serverName, 'news')
    }
  }
}
