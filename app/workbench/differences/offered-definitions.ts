/** What each server offered on its newest connection, from its messages as they pass. */
import { jsonObject, type JsonObject } from '../../contract/json'
import type { Definitions } from '../../contract/workbench/differences'
import { toFields } from '../recordings/exchanges'
import { DefinitionReader, isDefinitionMethod } from './definitions'

export interface HeardMessage {
  readonly serverName: string
  readonly connectionId: string
  readonly direction: 'in' | 'out'
  readonly message: unknown
}

/** Requests without answers must not fill the memory. */
const mostOpen = 500

interface OpenRequest {
  readonly method: string
  readonly params: JsonObject
}

export class OfferedDefinitions {
  readonly #servers = new Map<string, { readonly connectionId: string; readonly reader: DefinitionReader }>()
  /** By connection and id. */
  readonly #open = new Map<string, OpenRequest>()

  hear({ serverName, connectionId, direction, message }: HeardMessage): void {
    if (typeof message !== 'object' || message === null) return
    const { id, method, params, result } = message as Partial<Record<string, unknown>>
    const key = `${connectionId} ${JSON.stringify(id)}`
    if (direction === 'out' && typeof method === 'string' && isDefinitionMethod(method)) {
      this.#open.set(key, { method, params: jsonObject.safeParse(params).data ?? {} })
      const [oldest] = this.#open.keys()
      if (this.#open.size > mostOpen && oldest !== undefined) this.#open.delete(oldest)
    } else if (direction === 'in' && method === undefined && this.#open.size > 0) {
      const request = this.#open.get(key)
      this.#open.delete(key)
      if (request !== undefined && result !== undefined)
        this.#readerOf(serverName, connectionId).add(
          request.method,
          request.params,
          toFields(jsonObject.safeParse(result).data)
        )
    }
  }

  /** null: nothing is known. */
  read(serverName: string): Definitions | null {
    return this.#servers.get(serverName)?.reader.read() ?? null
  }

  /** A connection that fails before it says anything doesn't replace what is known. */
  #readerOf(serverName: string, connectionId: string): DefinitionReader {
    const known = this.#servers.get(serverName)
    const reader = known?.connectionId === connectionId ? known.reader : new DefinitionReader()
    this.#servers.set(serverName, { connectionId, reader })
    return reader
  }
}
