import { expect, it } from 'vitest'
import { followTree } from './process-tree'

it('reads a tree again only after the system has started a process', () => {
  let newestId: string | null = null
  let reads = 0
  const tree = () => {
    reads += 1
    return { ids: [reads], isCut: false }
  }
  const follow = followTree(1, 10, { newestId: () => newestId, tree })
  const look = (newest: string | null) => {
    newestId = newest
    return follow().ids
  }
  expect(['7', '7', '8', '8'].map(look)).toEqual([[1], [1], [2], [2]])
  // Where the system doesn't tell, it always reads.
  expect([null, null].map(look)).toEqual([[3], [4]])
})
