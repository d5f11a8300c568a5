/** The blocks of a long list, with only those near the screen in the page. In its own chunk with the virtual list. */
import type { ReactNode, RefObject } from 'react'
import { Virtuoso, type VirtuosoHandle } from 'react-virtuoso'
import type { Block } from './blocks'

export interface VirtualBlocksProps {
  readonly blocks: readonly Block[]
  /** The scrolling element, with its other content. */
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
