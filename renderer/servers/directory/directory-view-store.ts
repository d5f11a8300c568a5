/** The user's place in the directory, kept for the return from a form. */
import { create } from 'zustand'
import type { DirectorySource } from '../../../app/contract/servers/directory'

interface DirectoryView {
  readonly source: DirectorySource
  readonly search: string
  /** Name of the entry; null: none is selected. */
  readonly chosen: string | null
}

export const useDirectoryView = create<DirectoryView>()(() => ({
  source: 'shipped',
  search: '',
  chosen: null
}))
