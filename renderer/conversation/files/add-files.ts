/**
 * Files that the person chose, dropped or pasted: each is read here and handed to the host in pieces, which says whether
 * it can go with a message. What can't is said in a sentence and leaves everything else as it was.
 */
import { fileLimits } from '../../../app/contract/limits'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { call, failureMessage } from '../../bridge/call'
import { report } from '../../bridge/report'
import { formatSize } from '../../ui/base/format'
import { toBase64 } from '../../ui/base/to-base64'
import {
  arriveFile,
  attachFile,
  detachFile,
  isAttached,
  readAttachments
} from '../content/attachments-view-store'
import type { AttachedFile } from '../content/attachments-view-store'
import { addFileProblem, forgetFileProblems } from './file-problems-view-store'

/** Resolves when all of them stand there or were refused. Never rejects. */
export async function addFiles(conversationId: string | null, files: readonly File[]): Promise<void> {
  forgetFileProblems(conversationId)
  const begun = files.flatMap((file) => begin(conversationId, file, null) ?? [])
  for (const { attached, file } of begun) await hand(conversationId, attached, file)
}

/** A long text stands beside the message as a file of its own. */
export async function addPastedText(conversationId: string | null, text: string): Promise<void> {
  forgetFileProblems(conversationId)
  const before = readAttachments(conversationId).files.filter(({ pasted }) => pasted !== null).length
  const file = new File([text], texts.pastedTextFile({ number: before + 1 }), { type: 'text/plain' })
  const begun = begin(conversationId, file, text)
  if (begun !== null) await hand(conversationId, begun.attached, begun.file)
}

interface Begun {
  readonly attached: AttachedFile
  readonly file: File
}

/** Null where it would be too much for one message. */
function begin(conversationId: string | null, file: File, pasted: string | null): Begun | null {
  const { files } = readAttachments(conversationId)
  const name = file.name.slice(-300) || texts.unnamedFile()
  const taken = files.reduce((sum, { size }) => sum + size, 0)
  if (files.length >= fileLimits.perMessage) {
    addFileProblem(conversationId, texts.tooManyFiles({ name, limit: fileLimits.perMessage }))
    return null
  }
  // What is too large by itself is refused by the host, which knows the limit of its kind.
  if (files.length > 0 && taken + file.size > fileLimits.message) {
    addFileProblem(conversationId, texts.filesTooLarge({ name, limit: formatSize(fileLimits.message) }))
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
    const mimeType = await sendPieces(attached, file)
    if (mimeType === null || !isAttached(fileId)) await call('file.remove', { fileId })
    else arriveFile(fileId, mimeType)
  } catch (error) {
    detachFile(fileId)
    // A file that was deleted or is a folder: the page can't read it.
    const sentence = error instanceof DOMException ? texts.fileUnreadable({ name }) : failureMessage(error)
    addFileProblem(conversationId, sentence)
  }
}

/** The kind that the host found; null when the person took it away meanwhile. */
async function sendPieces({ fileId, name }: AttachedFile, file: File): Promise<string | null> {
  for (let offset = 0; offset === 0 || offset < file.size; offset += fileLimits.piece) {
    if (!isAttached(fileId)) return null
    const bytes = await file.slice(offset, offset + fileLimits.piece).arrayBuffer()
    const data = toBase64(new Uint8Array(bytes))
    const found = await call('file.add', { fileId, name, size: file.size, offset, data })
    if (found !== null) return found.mimeType
  }
  return null
}

/** Takes a file away, here and from the host. */
export function removeFile(fileId: string): void {
  detachFile(fileId)
  void call('file.remove', { fileId }).catch(report)
}
