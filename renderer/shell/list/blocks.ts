/** The list cut into blocks of a few rows, so that only those near the screen are drawn. */
import type { FoundConversation } from '../../../app/contract/conversations'
import type { Group } from './group-by-day'

export interface Block {
  readonly key: string
  readonly group: Group
  readonly isShut: boolean
  /** How many rows of the group are in the blocks before it; 0: this one has the heading. */
  readonly start: number
  readonly conversations: readonly FoundConversation[]
}

/** What arrow keys move to: a row, or a heading that folds. */
export interface Stop {
  readonly key: string
  readonly block: Block
  readonly conversation?: FoundConversation
}

const rowsOfBlock = 25

export function buildBlocks(groups: readonly Group[], isShut: (group: Group) => boolean): readonly Block[] {
  return groups.flatMap((group): readonly Block[] => {
    const shut = isShut(group)
    const shown = shut ? [] : group.conversations
    const count = Math.max(1, Math.ceil(shown.length / rowsOfBlock))
    return Array.from({ length: count }, (_, at) => ({
      key: `${group.key} ${at}`,
      group,
      isShut: shut,
      start: at * rowsOfBlock,
      conversations: shown.slice(at * rowsOfBlock, (at + 1) * rowsOfBlock)
    }))
  })
}

export function listStops(blocks: readonly Block[]): readonly Stop[] {
  return blocks.flatMap((block) => {
    const rows = block.conversations.map((conversation) => ({
      key: rowKey(conversation.id),
      block,
      conversation
    }))
    return hasFold(block) ? [{ key: headingKey(block.group), block }, ...rows] : rows
  })
}

function hasFold({ start, group }: Block): boolean {
  return start === 0 && group.folds !== undefined
}

export const rowKey = (conversationId: string): string => `row ${conversationId}`

export const headingKey = ({ key }: Group): string => `heading ${key}`
