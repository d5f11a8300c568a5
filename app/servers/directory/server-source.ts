/** Where servers to be added are found. Another directory is one more of these; without any, nothing else changes. */
import type { DirectoryPage } from '../../contract/directory/directory'

export interface SourceQuery {
  /** '' for all. */
  readonly search: string
  /** Of the page before; null: the first page. */
  readonly cursor: string | null
}

export interface ServerSource {
  /** @throws HostError DIRECTORY_FAILED, and what lets nothing be sent */
  list(query: SourceQuery): Promise<DirectoryPage>
  /** All versions of one server, the newest first. @throws as `list` */
  versions(name: string): Promise<DirectoryPage>
}
