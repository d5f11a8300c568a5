/** The text of an office document that the user added, read in the worker that also reads PDFs. It is sent as text. */
import { fileLimits } from '../../../app/contract/limits'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import type { OfficeRefusal } from '../../parts/content/office/document-text'
import { formatSize } from '../../ui/base/format'
import { UnreadableFile } from './unreadable-file'

class UnreadableOffice extends UnreadableFile {
  constructor(name: string, why: OfficeRefusal | 'slow' | 'many' | 'ended' | 'old' | 'locked') {
    const limits = { office: formatSize(fileLimits.office), text: formatSize(fileLimits.text) }
    super(texts.officeNotRead({ name, why, ...limits }))
  }
}

/** By its first bytes: office documents are archives of XML. */
export async function isArchive(file: File): Promise<boolean> {
  return (await file.slice(0, 4).text()) === 'PK\u0003\u0004'
}

/**
 * The first bytes of files from before Office 2007, and of those that Office still writes around a document with a
 * password.
 */
const compoundFile = [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]

/** Names of the parts of such a file, which are stored with two bytes per letter. */
const oldParts = /WordDocument|Workbook|Book|PowerPoint Document/

/** No maintained library reads these. @throws UnreadableOffice that says what to do */
export async function refuseOldOffice(file: File): Promise<void> {
  const head = new Uint8Array(await file.slice(0, compoundFile.length).arrayBuffer())
  if (compoundFile.some((byte, index) => head[index] !== byte)) return
  const names = new TextDecoder('utf-16le').decode(await file.slice(0, fileLimits.office).arrayBuffer())
  if (/EncryptedPackage/.test(names)) throw new UnreadableOffice(file.name, 'locked')
  if (oldParts.test(names)) throw new UnreadableOffice(file.name, 'old')
}

/** Null if no longer wanted. @throws UnreadableOffice */
export async function readOffice(file: File, isWanted: () => boolean): Promise<Blob | null> {
  const { name } = file
  if (file.size > fileLimits.office) throw new UnreadableOffice(name, 'large')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const { PdfProblem, readOfficeText } = await import('../../parts/content/open-pdf')
  const ending = new AbortController()
  try {
    const found = await readOfficeText(bytes, fileLimits.text, ending.signal)
    if (!isWanted()) return null
    if (found.type === 'refused') throw new UnreadableOffice(name, found.why)
    const text = new Blob([found.text])
    if (text.size > fileLimits.text) throw new UnreadableOffice(name, 'long')
    return text
  } catch (error) {
    if (!(error instanceof PdfProblem)) throw error
    throw new UnreadableOffice(name, error.why === 'slow' || error.why === 'many' ? error.why : 'ended')
  } finally {
    ending.abort()
  }
}
