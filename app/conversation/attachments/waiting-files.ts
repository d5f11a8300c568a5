/**
 * Files of the person that wait for their message: the window reads them and sends them in pieces, so that no path is
 * ever opened here. They are held in memory until the message is kept, or they are taken away.
 */
import { HostError } from '../../base/host-error'
import type { CallInput } from '../../contract/calls'
import type { ContentBlock, FilePart, WaitingFile } from '../../contract/conversations'
import { fileLimits } from '../../contract/limits'
import type { Said } from '../../contract/said'
import { say } from '../../texts/said'
import { fromFile } from '../context/file-content'
import { kindOf, pdfText, readText, refusalOf } from './file-kinds'
import type { FileKind } from './file-kinds'

type Piece = CallInput<'file.add'>
type TakenKind = Extract<FileKind, { readonly type: 'image' | 'text' }>

interface Arriving {
  readonly name: string
  readonly kind: TakenKind
  readonly bytes: Buffer
  arrived: number
}

/** Bytes of all files that wait: a window that forgets some, or makes up many, costs no more. The oldest go first. */
const roomLimit = 8 * fileLimits.message

export class WaitingFiles {
  readonly #arriving = new Map<string, Arriving>()
  /** In the order in which they came. */
  readonly #ready = new Map<string, FilePart>()

  /** @throws HostError FILE_REFUSED; nothing of the file is held then */
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

  /** In the order given, each once. @throws HostError FILE_REFUSED */
  read(fileIds: readonly string[]): FilePart[] {
    const parts = [...new Set(fileIds)].map((fileId) => this.#get(fileId))
    const size = parts.reduce((sum, part) => sum + part.size, 0)
    if (size > fileLimits.message) throw refused(say('conversation.filesTooLarge'))
    return parts
  }

  /** One that was read before waits again, under its own id. */
  putBack(fileId: string, part: FilePart): WaitingFile {
    this.#ready.set(fileId, part)
    const { name, mimeType, size } = part
    return { fileId, name, mimeType, size }
  }

  /** What a model gets of it. @throws HostError FILE_REFUSED */
  show(fileId: string): ContentBlock[] {
    return fromFile(this.#get(fileId)).flatMap((content): ContentBlock[] => {
      if (content.type === 'text') return [{ type: 'text', text: content.text }]
      return content.type === 'block' ? [content.block] : []
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
    const kind = piece.isPdfText === true ? pdfText : kindOf(head)
    const refusal = refusalOf(piece, kind)
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
    const text = kind.type === 'text' ? readText(bytes, kind.encoding) : null
    if (kind.type === 'text' && text === null) throw refused(say('conversation.fileOther', { name }))
    const data = kind.type === 'image' ? bytes.toString('base64') : null
    this.#ready.set(fileId, { type: 'file', name, mimeType, size, text, data })
    return { fileId, name, mimeType, size }
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

function refused(why: Said): HostError {
  return new HostError('FILE_REFUSED', why)
}
