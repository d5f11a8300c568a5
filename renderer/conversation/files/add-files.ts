/**
 * Files that the user chose, dropped or pasted. Each is read here and handed to the host in pieces, and the host
 * decides whether it can be sent. A rejected file is explained in a sentence and changes nothing else.
 */
import type { WaitingFile } from '../../../app/contract/conversations'
import { fileLimits } from '../../../app/contract/limits'
import { composer as texts } from '../../../app/texts/compiled/window/composer'
import { call, failureMessage } from '../../bridge/call'
import { report } from '../../bridge/report'
import { formatSize } from '../../ui/base/format'
import { toBase64 } from '../../ui/base/to-base64'
import {
  arriveFile,
  attachFile,
  detachFile,
  isInDraft,
  readDraftAttachments
} from '../content/attachments-view-store'
import type { AttachedFile } from '../content/attachments-view-store'
import type { Outgoing } from './outgoing-file'
import { UnreadableFile } from './unreadable-file'
import { addFileProblem, forgetFileProblems } from './file-problems-view-store'

/** Resolves when all of them are attached or rejected. Never rejects. */
export async function addFiles(conversationId: string | null, files: readonly File[]): Promise<void> {
  forgetFileProblems(conversationId)
  const begun = files.flatMap((file) => begin(conversationId, file, null) ?? [])
  for (const { attached, file } of begun) await hand(conversationId, attached, file)
}

/** A long pasted text becomes a file of its own. */
export async function addPastedText(conversationId: string | null, text: string): Promise<void> {
  forgetFileProblems(conversationId)
  const before = readDraftAttachments(conversationId).files.filter(({ pasted }) => pasted !== null).length
  const file = new File([text], texts.pastedTextFile({ number: before + 1 }), { type: 'text/plain' })
  const begun = begin(conversationId, file, text)
  if (begun !== null) await hand(conversationId, begun.attached, begun.file)
}

interface Begun {
  readonly attached: AttachedFile
  readonly file: File
}

/** Null if it exceeds the limit of one message. */
function begin(conversationId: string | null, file: File, pasted: string | null): Begun | null {
  const { files } = readDraftAttachments(conversationId)
  const name = file.name.slice(-300) || texts.unnamedFile()
  if (files.length >= fileLimits.perMessage) {
    addFileProblem(conversationId, texts.tooManyFiles({ name, limit: fileLimits.perMessage }))
    return null
  }
  const attached = {
    fileId: crypto.randomUUID(),
    name,
    mimeType: '',
    size: file.size,
    isArriving: true,
    pasted
  }
  attachFile(conversationId, attached)
  return { attached, file }
}

async function hand(conversationId: string | null, attached: AttachedFile, file: File): Promise<void> {
  const { fileId, name } = attached
  try {
    const hasRoomFor = (size: number) => hasRoom(conversationId, fileId, size)
    const { outgoingOf } = await import('./outgoing-file')
    const outgoing = await outgoingOf(fileId, file, hasRoomFor)
    if (outgoing !== null && !hasRoomFor(outgoing.file.size)) {
      detachFile(fileId)
      addFileProblem(conversationId, texts.filesTooLarge({ name, limit: formatSize(fileLimits.message) }))
      return
    }
    const found = outgoing === null ? null : await sendPieces(attached, outgoing)
    if (found === null || !isInDraft(fileId)) await call('file.remove', { fileId })
    else arriveFile(found)
  } catch (error) {
    detachFile(fileId)
    addFileProblem(conversationId, sentenceOf(error, name))
  }
}

function sentenceOf(error: unknown, name: string): string {
  if (error instanceof UnreadableFile) return error.message
  // A deleted file or a folder, which the page can't read.
  return error instanceof DOMException ? texts.fileUnreadable({ name }) : failureMessage(error)
}

/**
 * In addition to those before it. The host rejects files that are too large for their kind, because it knows the
 * limits.
 */
function hasRoom(conversationId: string | null, fileId: string, size: number): boolean {
  const { files } = readDraftAttachments(conversationId)
  const before = files.slice(
    0,
    files.findIndex((file) => file.fileId === fileId)
  )
  const taken = before.reduce((sum, file) => sum + file.size, 0)
  return taken === 0 || taken + size <= fileLimits.message
}

/** As the host detected it; null if the user removed it meanwhile. */
async function sendPieces({ fileId, name }: AttachedFile, outgoing: Outgoing): Promise<WaitingFile | null> {
  const { file, pdfWords } = outgoing
  for (let offset = 0; offset === 0 || offset < file.size; offset += fileLimits.piece) {
    if (!isInDraft(fileId)) return null
    const bytes = await file.slice(offset, offset + fileLimits.piece).arrayBuffer()
    const data = toBase64(new Uint8Array(bytes))
    const piece = { fileId, name, size: file.size, offset, data }
    const found = await call('file.add', pdfWords === null ? piece : { ...piece, pdfWords })
    if (found !== null) return found
  }
  return null
}

/** Removes a file here and at the host. */
export function removeFile(fileId: string): void {
  detachFile(fileId)
  void call('file.remove', { fileId }).catch(report)
}
