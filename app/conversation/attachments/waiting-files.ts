/**
 * Files of the user that wait for their message. The window reads them and sends them in pieces, so that no path is
 * ever opened here. They stay in memory until the message is stored or they are removed.
 */
import { HostError } from '../../base/host-error'
import type { CallInput } from '../../contract/bridge/calls'
import type { ContentBlock } from '../../contract/content-blocks'
import type { FilePart, WaitingFile } from '../../contract/conversations'
import { fileLimits, pdfType } from '../../contract/limits'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'
import { fromFile } from '../context/file-content'
import { detectFileKind, readPdfAttachment, decodeText, findFileRefusal } from './file-kinds'
import type { FileKind } from './file-kinds'

type Piece = CallInput<'file.add'>
type TakenKind = Extract<FileKind, { readonly type: 'image' | 'text' | 'read-pdf' }>

interface Arriving {
  readonly name: string
  readonly kind: TakenKind
  readonly bytes: Buffer
  arrived: number
}

/**
 * Bytes of all waiting files. This bounds the memory if a window forgets files or sends too many. The oldest are
 * dropped first.
 */
const roomLimit = 8 * fileLimits.message

export class WaitingFiles {
  readonly #arriving = new Map<string, Arriving>()
  /** In the order of arrival. */
  readonly #ready = new Map<string, FilePart>()

  /** @throws HostError FILE_REFUSED; then no piece of the file is kept */
  add(piece: Piece): WaitingFile | null {
    const { fileId, offset } = piece
    const bytes = Buffer.from(piece.data, 'base64')
    const file = offset === 0 ? this.#begin(piece, bytes) : this.#arriving.get(fileId)
    if (file === undefined || file.arrived !== offset || offset + bytes.length > file.bytes.length) {
      this.remove(fileId)
      throw refused(say('conversation.fileNotWhole', { name: piece.name }))
    }
    bytes.copy(file.bytes, offset)
    file.arrived += bytes.length
    if (file.arrived < file.bytes.length) return null
    return this.#finish(fileId, file)
  }

  /** In the given order, each once. @throws HostError FILE_REFUSED */
  read(fileIds: readonly string[]): FilePart[] {
    const parts = [...new Set(fileIds)].map((fileId) => this.#get(fileId))
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    if (size > fileLimits.message) throw refused(say('conversation.filesTooLarge'))
    return parts
  }

  /** Makes a file that was read wait again, under its own id. */
  putBack(fileId: string, part: FilePart): WaitingFile {
    this.#ready.set(fileId, part)
    return toWaiting(fileId, part)
  }

  /**
   * What a model gets of the file: the text of a PDF or its pages, depending on the model. @throws HostError
   * FILE_REFUSED
   */
  show(fileId: string): ContentBlock[] {
    return fromFile(this.#get(fileId)).flatMap((content): ContentBlock[] => {
      if (content.type === 'text') return [{ type: 'text', text: content.text }]
      return content.type === 'block' ? apart(content.block) : []
    })
  }

  remove(fileId: string): void {
    this.#arriving.delete(fileId)
    this.#ready.delete(fileId)
  }

  #get(fileId: string): FilePart {
    const part = this.#ready.get(fileId)
    if (part === undefined) throw refused(say('conversation.fileGone'))
    return part
  }

  #begin(piece: Piece, head: Buffer): Arriving {
    this.remove(piece.fileId)
    const { pdfWords: words } = piece
    const kind =
      words === undefined ? detectFileKind(head) : ({ type: 'read-pdf', mimeType: pdfType, words } as const)
    const refusal = findFileRefusal(piece, kind)
    if (refusal !== null) throw refused(refusal)
    const file = { name: piece.name, kind: kind as TakenKind, bytes: Buffer.alloc(piece.size), arrived: 0 }
    this.#arriving.set(piece.fileId, file)
    this.#makeRoom()
    return file
  }

  #finish(fileId: string, { name, kind, bytes }: Arriving): WaitingFile {
    this.#arriving.delete(fileId)
    const { mimeType } = kind
    const size = bytes.length
    const content = contentOf(kind, bytes)
    if (content === null) throw refused(say('conversation.fileOther', { name }))
    const part: FilePart = { type: 'file', name, mimeType, size, ...content }
    this.#ready.set(fileId, part)
    return toWaiting(fileId, part)
  }

  #makeRoom(): void {
    const sizes = [
      ...[...this.#ready].map(([fileId, { size }]) => ({ fileId, size })),
      ...[...this.#arriving].map(([fileId, { bytes }]) => ({ fileId, size: bytes.length }))
    ]
    let over = sizes.reduce((sum, { size }) => sum + size, 0) - roomLimit
    for (const { fileId, size } of sizes) {
      if (over <= 0) return
      over -= size
      this.remove(fileId)
    }
  }
}

/** Separate blocks, because together the text would be taken for the pages. */
function apart(block: ContentBlock): ContentBlock[] {
  if (block.type !== 'resource' || block.text === null || block.blob === null) return [block]
  return [
    { type: 'text', text: block.text },
    { ...block, text: null }
  ]
}

function toWaiting(fileId: string, { name, mimeType, size, text, data }: FilePart): WaitingFile {
  const waiting = { fileId, name, mimeType, size }
  if (mimeType !== pdfType) return waiting
  return { ...waiting, pdf: data === null ? 'words' : text === null ? 'pages' : 'both' }
}

/** null: the content doesn't match the kind. */
function contentOf(kind: TakenKind, bytes: Buffer): Pick<FilePart, 'text' | 'data'> | null {
  if (kind.type === 'image') return { text: null, data: bytes.toString('base64') }
  if (kind.type === 'read-pdf') return readPdfAttachment(bytes, kind)
  const text = decodeText(bytes, kind.encoding)
  return text === null ? null : { text, data: null }
}

function refused(why: LocalizedText): HostError {
  return new HostError('FILE_REFUSED', why)
}
