/** The running import of conversations. */
import type { ImportProgress } from '../../app/contract/archives/imports'

export interface ImportsSlice {
  /** Null: none. */
  readonly importing: ImportProgress | null
}

export const emptyImportsSlice: ImportsSlice = { importing: null }
