import type { Drawer } from '../../app/contract/list/drawers'

export interface DrawersSlice {
  /** Folders of the list of conversations, in the order in which they were made. */
  readonly drawers: readonly Drawer[]
}

export const emptyDrawersSlice: DrawersSlice = { drawers: [] }
