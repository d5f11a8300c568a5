/** What somebody looks at in the directory; it is there again when they come back from a form. */
import { create } from 'zustand'
import type { DirectorySource } from '../../../app/contract/directory/directory'

interface DirectoryView {
  readonly source: DirectorySource
  readonly search: string
  /** Name of the entry; null: none is chosen. */
  readonly chosen: string | null
}

export const useDirectoryView = create<DirectoryView>()(() => ({
  source: 'shipped',
  search: '',
  chosen: null
}))
