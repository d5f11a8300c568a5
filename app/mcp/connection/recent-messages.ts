/**
 * The newest messages of each connection, from its start, so that a handshake can be read after it failed. Contains
 * texts of servers and users, including secrets: code that shows them must remove the secrets.
 */
import type { TracedMessage } from '../interface'

/** Per connection. */
const mostMessages = 1_000
const mostCharacters = 2_000_000
/** For all connections together. The connection that ended first loses its messages first. */
const mostCharactersOfAll = 8_000_000
/** Per server, the newest. */
const mostConnections = 3

interface KeptConnection {
  readonly serverName: string
  readonly messages: TracedMessage[]
  characters: number
}

export class RecentMessages {
  /** By connection id, oldest connection first. */
  readonly #connections = new Map<string, KeptConnection>()
  #characters = 0

  readonly keep = (message: TracedMessage): void => {
    const kept = this.#connections.get(message.connectionId) ?? this.#open(message)
    kept.messages.push(message)
    this.#count(kept, message.text?.length ?? 0)
    while (
      kept.messages.length > mostMessages ||
      (kept.characters > mostCharacters && kept.messages.length > 1)
    )
      this.#dropFirst(kept)
    while (this.#characters > mostCharactersOfAll) this.#dropOldest(message.connectionId)
  }

  /** The messages of its newest connections, oldest first. */
  of(serverName: string): readonly TracedMessage[] {
    return this.#ofServer(serverName).flatMap(([, { messages }]) => messages)
  }

  forget(serverName: string): void {
    for (const [connectionId] of this.#ofServer(serverName)) this.#end(connectionId)
  }

  #ofServer(serverName: string): readonly (readonly [string, KeptConnection])[] {
    return [...this.#connections].filter(([, kept]) => kept.serverName === serverName)
  }

  #open({ connectionId, serverName }: TracedMessage): KeptConnection {
    const before = this.#ofServer(serverName)
    for (const [oldId] of before.slice(0, Math.max(0, before.length - mostConnections + 1))) this.#end(oldId)
    const opened = { serverName, messages: [], characters: 0 }
    this.#connections.set(connectionId, opened)
    return opened
  }

  #end(connectionId: string): void {
    const kept = this.#connections.get(connectionId)
    if (kept === undefined) return
    this.#connections.delete(connectionId)
    this.#characters -= kept.characters
  }

  #dropFirst(kept: KeptConnection): void {
    this.#count(kept, -(kept.messages.shift()?.text?.length ?? 0))
  }

  /** Keeps at least the last message of the connection that has just sent one. */
  #dropOldest(connectionId: string): void {
    const [oldest] = this.#connections
    if (oldest === undefined) return
    const [oldestId, kept] = oldest
    if (oldestId !== connectionId) this.#end(oldestId)
    else this.#dropFirst(kept)
  }

  #count(kept: KeptConnection, characters: number): void {
    kept.characters += characters
    this.#characters += characters
  }
}
