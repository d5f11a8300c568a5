/** The blocks of a long list, only those near the screen in the page. In a chunk of its own with the virtual list. */
import type { ReactNode, RefObject } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { Block } from './blocks'

export interface VirtualBlocksProps {
  readonly blocks: readonly Block[]
  /** What scrolls, with what else is in it. */
  readonly scroller: HTMLElement
  readonly handle: RefObject<VirtuosoHandle | null>
  readonly renderBlock: (block: Block) => ReactNode
}

export function VirtualBlocks({ blocks, scroller, handle, renderBlock }: VirtualBlocksProps) {
  return (
    <Virtuoso
      ref={handle}
      data={blocks as Block[]}
      customScrollParent={scroller}
      computeItemKey={(_index, { key }) => key}
      itemContent={(_index, block) => renderBlock(block)}
      increaseViewportBy={400}
    />
  )
}
