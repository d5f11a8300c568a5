/**
 * Reads the file that a call in question would write, for the user only. It is read only if its real path is in a
 * folder that the user gave to the server, and as text of limited length. No model or server gets it.
 */
import { constants } from 'node:fs'
import { open } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { isRealPathBelow, type FindRealPath } from '../../consent/grants/real-path'
import { isAtOrBelow, parsePlainPath, readPath } from '../../consent/grants/path-rules'
import type { ToolCallQuestion } from '../../contract/questions/questions'
import { detectFileWrite } from '../../contract/content/file-write'
import type { WriteTarget } from '../../contract/consent/write-target'
import { toFolderEntry } from '../../contract/conversation/folder-choice'
import type { Areas } from './areas'

/** Bytes. A longer file isn't read: no user would review the difference. */
const longest = 1_000_000

/** `outside`: also if the call writes no file, or is no longer waiting for an answer. */
export async function readWriteTarget(
  areas: Pick<Areas, 'consent' | 'settings' | 'conversations'>,
  questionId: string,
  find: FindRealPath
): Promise<WriteTarget> {
  const asked = areas.consent.questions().find(({ id }) => id === questionId)
  const write = asked?.type === 'tool-call' ? detectFileWrite(asked.toolName, asked.arguments) : null
  if (asked?.type !== 'tool-call' || write === null) return { state: 'outside' }
  const isGiven = (): boolean =>
    foldersOf(asked, areas).some(
      (folder) => isAtOrBelow(write.path, folder) && isRealPathBelow(write.path, folder, { find })
    )
  const placeNow = () => find(parsePlainPath(write.path) ?? write.path)
  const place = placeNow()
  if (!isGiven()) return { state: 'outside' }
  if (place.type === 'not-yet') return { state: 'new' }
  if (place.type !== 'there') return { state: 'outside' }
  const text = await readText(place.path)
  // A link may have replaced it meanwhile.
  const after = placeNow()
  if (after.type !== 'there' || after.path !== place.path || !isGiven()) return { state: 'outside' }
  return text === null ? { state: 'unreadable' } : { state: 'there', text }
}

/** Folders that are shared with the server, named in its trusted entry, or that a permission for it is limited to. */
function foldersOf(
  { serverName, conversationId }: ToolCallQuestion,
  { consent, settings, conversations }: Pick<Areas, 'consent' | 'settings' | 'conversations'>
): readonly string[] {
  const { grants, trustedServers } = consent.view()
  const ofConversation = conversations.list().find(({ id }) => id === conversationId)?.folders ?? []
  const shared = [...settings.current().roots, ...ofConversation]
    .map(toFolderEntry)
    .filter(({ servers }) => servers === undefined || servers.includes(serverName))
    .map(({ path }) => path)
  const named = trustedServers.find((server) => server.serverName === serverName)?.act.args ?? []
  const permitted = grants
    .filter((grant) => grant.serverName === serverName && grant.suspended === undefined)
    .flatMap(({ conditions }) =>
      conditions.flatMap((each) => (each.type === 'path-below' ? [each.folder] : []))
    )
  return [...shared, ...named, ...permitted].filter(isWholeFolder)
}

/** The root of a file system is never meant, and a relative path has no known base. */
function isWholeFolder(text: string): boolean {
  const path = readPath(text)
  return path !== null && path.root !== '' && path.segments.length > 0
}

/** Null: it isn't a file, isn't text, or is too long. */
async function readText(path: string): Promise<string | null> {
  let file: FileHandle | null = null
  try {
    // Doesn't block on a pipe, and doesn't follow a link.
    file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const facts = await file.stat()
    if (!facts.isFile() || facts.size > longest) return null
    const bytes = Buffer.alloc(longest + 1)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, 0)
    if (bytesRead > longest) return null
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      bytes.subarray(0, bytesRead)
    )
    return text.includes('\0') ? null : text
  } catch {
    return null
  } finally {
    await file?.close()
  }
}
