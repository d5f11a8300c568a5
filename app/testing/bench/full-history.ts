/** A history as after long use, to measure starts, the list and opening conversations. */
import path from 'node:path'
import type { Message } from '../../contract/conversations'
import type { ImportedTree } from '../../history/interface'
import { openHistoryFile } from '../../history/open-history-file'
import { createStore } from '../../history/history-store'
import { createStoredConversation, createStoredMessage } from '../../history/testing/samples'
import { createProse, createTextRandom, type Prose } from './made-up-text'

export interface FullHistory {
  /** The data folder, without a history. */
  readonly folder: string
  readonly conversations: number
  readonly messagesOfEach: number
  /** Of an additional conversation, older than all others; 0: none. */
  readonly messagesOfLongest: number
}

export const longestTitle = 'The longest of all'

const hour = 3_600_000

/** The newest conversation changed a moment ago, and each other one three hours before the next. */
export async function fillHistory(wanted: FullHistory): Promise<void> {
  const { conversations, messagesOfEach, messagesOfLongest } = wanted
  const store = createStore(await openHistoryFile(path.join(wanted.folder, 'history', 'parley.db'), Date.now))
  const prose = createProse(createTextRandom())
  const now = Date.now()
  const trees: ImportedTree[] = Array.from({ length: conversations }, (_, index) =>
    tree(prose, { id: `c${index}`, title: prose(30), count: messagesOfEach, at: now - 3 * hour * index })
  )
  if (messagesOfLongest > 0) {
    const at = now - 3 * hour * conversations
    trees.push(tree(prose, { id: 'longest', title: longestTitle, count: messagesOfLongest, at }))
  }
  try {
    while (trees.length > 0) store.importConversations(trees.splice(0, 500))
  } finally {
    store.close()
  }
}

interface Wanted {
  readonly id: string
  readonly title: string
  readonly count: number
  readonly at: number
}

function tree(prose: Prose, { id, title, count, at }: Wanted): ImportedTree {
  const messages = Array.from({ length: count }, (_, index): Message => {
    const isAnswer = index % 2 === 1
    const text = isAnswer ? answer(prose) : prose(120)
    return {
      ...createStoredMessage(id, index + 1, text),
      ...(isAnswer && { role: 'assistant', model: 'anthropic/claude-sonnet-5-5', stopReason: 'end' }),
      createdAt: at - (count - index) * 1_000
    }
  })
  const conversation = createStoredConversation(id, { title, createdAt: at - hour, updatedAt: at })
  return { conversation, messages, shownId: `m${count}` }
}

/** As models write them. */
function answer(prose: Prose): string {
  const items = Array.from({ length: 3 }, () => `- **${prose(12)}**: ${prose(60)}`).join('\n')
  return `${prose(250)}\n\n${items}\n\n${prose(150)} \`${prose(10)}\` ${prose(60)}`
}
