/**
 * Knows the texts of the open conversations, and finds them in the arguments of calls. `find-flows.ts` compares
 * passages. The consent area decides what a hit means.
 */
import { ConversationSources } from './conversation-sources'
import { findFlows } from './find-flows'
import { inSlices } from './yield-to-loop'
import type { Provenance } from './interface'

/** Conversations that are kept in memory at once. */
const mostConversations = 4

interface Open {
  readonly sources: ConversationSources
  /** Serializes the work, so that none changes the index during another. */
  last: Promise<unknown>
}

export function createProvenance(): Provenance {
  const conversations = new Map<string, Open>()
  const open = (conversationId: string): Open => {
    const one = conversations.get(conversationId) ?? {
      sources: new ConversationSources(),
      last: Promise.resolve()
    }
    conversations.delete(conversationId)
    conversations.set(conversationId, one)
    for (const id of conversations.keys()) {
      if (conversations.size <= mostConversations) break
      conversations.delete(id)
    }
    return one
  }
  return {
    learn: (conversationId, { messages, definitions }) => {
      const one = open(conversationId)
      const work = one.last.then(() => inSlices(one.sources.learn(messages, definitions)))
      one.last = work.catch(() => {}) // the caller gets the error
      return work
    },
    findFlows: ({ conversationId, messages, definitions, ...call }) => {
      const one = open(conversationId)
      const work = one.last.then(async () => {
        await inSlices(one.sources.learn(messages, definitions))
        return await inSlices(findFlows(call, one.sources))
      })
      one.last = work.catch(() => {})
      return work
    },
    forget: (conversationId) => void conversations.delete(conversationId)
  }
}
