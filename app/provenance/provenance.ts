/**
 * Knows the texts of the conversations that are worked in, and finds them again in the arguments of calls. How
 * passages are compared is in `find-flows.ts`; what a found one means is decided by consent.
 */
import { setImmediate } from 'node:timers/promises'
import { ConversationSources } from './conversation-sources'
import { findFlows } from './find-flows'
import type { Provenance } from './interface'

/** Conversations that are kept readable at once. */
const mostConversations = 4

export function createProvenance(): Provenance {
  const conversations = new Map<string, ConversationSources>()
  const open = (conversationId: string): ConversationSources => {
    const sources = conversations.get(conversationId) ?? new ConversationSources()
    conversations.delete(conversationId)
    conversations.set(conversationId, sources)
    for (const id of conversations.keys()) {
      if (conversations.size <= mostConversations) break
      conversations.delete(id)
    }
    return sources
  }
  return {
    learn: async (conversationId, messages) => {
      while (!open(conversationId).learn(messages, 1)) await setImmediate()
    },
    findFlows: ({ messages, ...call }) => {
      const sources = open(call.conversationId)
      sources.learn(messages)
      return findFlows(call, sources)
    },
    forget: (conversationId) => void conversations.delete(conversationId)
  }
}
