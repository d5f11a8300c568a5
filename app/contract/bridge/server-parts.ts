/** What the window reads of one server, by the name of the part. All throw SERVER_UNKNOWN. */
import { z } from 'zod'
import { fileActivityView } from '../consent/file-activity'
import { networkView } from '../consent/network-access'
import { entryForm } from '../servers/entry-form'
import { privateFolder } from '../private-folder'
import { serverLoad, serverLogLine, toolView } from '../servers'
import { listedTask } from '../tool-calls'
import { definitions } from '../workbench/differences'
import { hostReport } from '../workbench/host-report'

export const serverParts = {
  /** The last 1,000 lines, oldest first. */
  log: z.array(serverLogLine),
  /** All tools, including those that can't be used. */
  tools: z.array(toolView),
  /** The tasks that the server still has, from all pages. Empty when it doesn't list tasks. */
  tasks: z.array(listedTask),
  /** Processor and memory use. null: the server is remote or stopped, or the system doesn't report it. */
  load: serverLoad.nullable(),
  /** How other apps would treat the server. */
  'other-apps': hostReport,
  /** What it offers, as it said it. @throws SERVER_NOT_CONNECTED: nothing is known */
  definitions,
  'network-access': networkView,
  'file-activity': fileActivityView,
  /** null: the server isn't sandboxed. */
  'private-folder': privateFolder.nullable(),
  /** The entry as JSON text and as a form. The form is null if a form can't show the entry. */
  entry: z.strictObject({ json: z.string(), form: entryForm.nullable() }),
  /** The entry without secrets and personal paths. @throws SETTINGS_INVALID: a link can't express the entry */
  'install-link': z.strictObject({ link: z.string() }),
  /** The secrets in the entry, in order, and whether the vault has them. */
  secrets: z.array(z.strictObject({ name: z.string(), isStored: z.boolean() }))
} as const

export type ServerPart = keyof typeof serverParts
export type ServerParts = { readonly [P in ServerPart]: z.infer<(typeof serverParts)[P]> }

export const serverPartName = z.enum(Object.keys(serverParts) as ServerPart[])

/** The handler of `server.read`: its output depends on the part. */
export type ReadServer = <P extends ServerPart>(input: {
  readonly serverName: string
  readonly what: P
}) => ServerParts[P] | Promise<ServerParts[P]>
