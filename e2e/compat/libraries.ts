/** Servers of the official libraries in other languages, shaped like their own examples, as rows of the table. */
import { ensureLibraryServers } from '../../app/testing/library-servers/library-servers'
import type { CompatRow } from './table'

/**
 * Replaces `{library}` with the program of its library, or `{jar}` with the `.jar`.
 * @throws Error where the language is missing on this computer
 */
export async function withLibrary(row: CompatRow): Promise<CompatRow> {
  if (row.sdk === undefined) return row
  const [server] = await ensureLibraryServers([row.sdk])
  if (server === undefined || 'reason' in server)
    throw new Error(`The server of the ${row.sdk} library can't be built: ${server?.reason ?? ''}`)
  const whole = [server.command, ...server.args]
  const [command = '', ...args] = row.entry.command === '{jar}' ? whole.slice(-1) : whole
  return { ...row, entry: { ...row.entry, command, args: [...args, ...row.entry.args] } }
}
