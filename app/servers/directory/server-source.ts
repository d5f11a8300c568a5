/** A source of servers to add. Each directory is one implementation. */
import type { DirectoryPage } from '../../contract/servers/directory'

export interface SourceQuery {
  /** '' for all. */
  readonly search: string
  /** The cursor of the previous page; null for the first page. */
  readonly cursor: string | null
}

export interface ServerSource {
  /** @throws HostError DIRECTORY_FAILED, and the errors of `admit` */
  list(query: SourceQuery): Promise<DirectoryPage>
  /** All versions of one server, newest first. @throws as `list` */
  versions(name: string): Promise<DirectoryPage>
}
