/** The import of conversations that runs. */
import type { ImportProgress } from '../../app/contract/archives/imports'

export interface ImportsSlice {
  /** Null: none runs. */
  readonly importing: ImportProgress | null
}

export const emptyImportsSlice: ImportsSlice = { importing: null }
