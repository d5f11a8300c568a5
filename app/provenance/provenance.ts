/**
 * Knows the texts of the conversations that are worked in, and finds them again in the arguments of calls. How
 * passages are compared is in `find-flows.ts`; what a found one means is decided by consent.
 */
import { ConversationSources } from './conversation-sources'
import { findFlows } from './find-flows'
import { inSlices } from './yield-to-loop'
import type { Provenance } from './interface'

/** Conversations that are kept readable at once. */
const mostConversations = 4

interface Open {
  readonly sources: ConversationSources
  /** One piece of work after another: none may change the index under another. */
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
      one.last = work.catch(() => {}) // whoever asked is told
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
