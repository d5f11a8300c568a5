/** Kept messages and definitions, and whether a listener follows the messages of all connections. */
import { OfferedDefinitions } from '../../workbench/differences/offered-definitions'
import { inSlices } from '../../workbench/messages/in-slices'
import { createMessageNews } from '../../workbench/messages/message-news'
import { MessageStore, type ArrivedMessage } from '../../workbench/messages/message-store'
import type { McpClients, McpEvents } from '../interface'
import type { SchemaChecks } from '../schemas/schema-checks'
import { createMessageValidation } from './message-validation'

/** What is copied of a list. */
const exportLimits = { messages: 3_000, characters: 8_000_000 }

export interface KeptMessagesOptions {
  readonly events: Pick<McpEvents, 'messagesChanged'>
}

export function createKeptMessages({ events }: KeptMessagesOptions, checks: SchemaChecks) {
  let isTraced = false
  const store = new MessageStore()
  const definitions = new OfferedDefinitions()
  const validation = createMessageValidation(checks)
  const news = createMessageNews((changed) => events.messagesChanged(changed))
  return {
    validation,
    isTraced: () => isTraced,
    noteHttp: store.noteHttp.bind(store),
    keep: (message: ArrivedMessage) => {
      store.keep(message)
      definitions.hear(message)
      news.arrived(message.serverName)
    },
    ofClients: {
      setTracing: async (isFollowed) => void (isTraced = isFollowed),
      findMessages: async ({ from, count, ...query }) => {
        news.want(query.serverName)
        return await inSlices(() => store.find(query, from, count))
      },
      locateMessage: ({ number, ...query }) => inSlices(() => store.locate(query, number)),
      listMessageNames: async (serverName) => store.names(serverName),
      readMessage: async (serverName, number) => {
        const kept = store.read(serverName, number)
        if (kept === undefined) return null
        const revision = store.readRevision(serverName, kept)
        const found = await validation.validate(serverName, { ...kept, revision })
        return { text: kept.text, http: kept.http, ...found }
      },
      exportMessages: (query) => inSlices(() => store.newest(query, exportLimits)),
      forgetMessages: async (serverName) => {
        store.forget(serverName)
        news.arrived(serverName)
      },
      readDefinitions: async (serverName) => definitions.read(serverName)
    } satisfies Partial<McpClients>
  }
}
