/**
 * Checks a bundle's table of contents before anything is unpacked: names, types, sizes, positions. Declared sizes are
 * checked again during unpacking.
 */
import { openPromise, getFileNameLowLevel } from 'yauzl'
import type { Entry, ZipFile } from 'yauzl'
import { HostError } from '../../base/host-error'
import { sizeText } from '../../contract/content/amounts'
import { shownLanguage } from '../../texts/translated'
import { bundleLimits } from '../limits'
import { problems } from '../bundle-problem'
import { findHidden } from '../../contract/content/hidden-text'

/** Device names on Windows, with any extension. */
const devices = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(?:\.|$)/i
/* eslint-disable-next-line no-control-regex -- the pattern searches for control characters */
const forbidden = /[\u0000-\u001f\u007f<>:"|?*\\]/

export interface BundleFile {
  readonly name: string
  readonly size: number
  readonly isExecutable: boolean
  readonly entry: Entry
}

export interface OpenZip {
  readonly zip: ZipFile
  /** Without folders, which are created for their files. */
  readonly files: readonly BundleFile[]
  readonly unpackedSize: number
}

/** The caller closes `zip`. @throws HostError BUNDLE_REFUSED */
export async function openZip(file: string): Promise<OpenZip> {
  const zip = await openPromise(file, {
    lazyEntries: true,
    autoClose: false,
    decodeStrings: false,
    validateEntrySizes: true
  }).catch(() => {
    throw problems.notZip()
  })
  try {
    if (zip.entryCount > bundleLimits.files) throw problems.tooMany(bundleLimits.files)
    return { zip, ...(await readEntries(zip)) }
  } catch (error) {
    zip.close()
    throw error instanceof HostError ? error : problems.notZip()
  }
}

async function readEntries(zip: ZipFile): Promise<Omit<OpenZip, 'zip'>> {
  const names = new Names()
  const files: BundleFile[] = []
  const places: Place[] = []
  let unpackedSize = 0
  for await (const entry of zip.eachEntry()) {
    const name = getFileNameLowLevel(entry.generalPurposeBitFlag, entry.fileNameRaw, entry.extraFields, true)
    checkEntryName(name)
    const isFolder = name.endsWith('/')
    names.add(name, isFolder)
    const mode = checkKind(name, entry, isFolder)
    unpackedSize += checkSize(name, entry)
    if (unpackedSize > bundleLimits.unpacked) throw problems.tooLarge(inWords(bundleLimits.unpacked))
    places.push(await getPlace(zip, name, entry))
    if (isFolder && entry.uncompressedSize > 0) throw problems.special(name)
    if (!isFolder)
      files.push({ name, size: entry.uncompressedSize, isExecutable: (mode & 0o100) !== 0, entry })
  }
  names.checkParents()
  checkPlaces(places)
  return { files, unpackedSize }
}

/** Each name once on every system, and no file instead of a folder. */
class Names {
  readonly #files = new Map<string, string>()
  readonly #folders = new Map<string, string>()

  add(name: string, isFolder: boolean): void {
    const key = normalizeEntryName(name)
    const before = this.#files.get(key) ?? (isFolder ? undefined : this.#folders.get(key))
    if (before !== undefined) throw problems.sameName(name, before)
    ;(isFolder ? this.#folders : this.#files).set(key, name)
  }

  checkParents(): void {
    const spelled = new Map<string, string>()
    for (const name of [...this.#files.values(), ...this.#folders.values()]) {
      const parts = name.replace(/\/$/, '').split('/')
      for (let count = 1; count < parts.length; count += 1) {
        const folder = parts.slice(0, count).join('/')
        const key = normalizeEntryName(folder)
        const file = this.#files.get(key)
        if (file !== undefined) throw problems.sameName(name, file)
        const before = spelled.get(key)
        if (before !== undefined && before !== folder) throw problems.sameName(`${folder}/`, `${before}/`)
        spelled.set(key, folder)
      }
    }
  }
}

/** Rejects entries that are neither file nor folder, or unreadable. Returns the owner's permissions. */
function checkKind(name: string, entry: Entry, isFolder: boolean): number {
  if (entry.isEncrypted()) throw problems.locked(name)
  if (entry.compressionMethod !== 0 && entry.compressionMethod !== 8) throw problems.locked(name)
  const isOfUnix = entry.versionMadeBy >>> 8 === 3 || entry.versionMadeBy >>> 8 === 19
  if (!isOfUnix) return 0
  const mode = entry.externalFileAttributes >>> 16
  const kind = mode & 0o170000
  const isPlain = kind === 0 || kind === (isFolder ? 0o040000 : 0o100000)
  if (!isPlain) throw problems.special(name)
  return mode
}

/** Unpacked size. */
function checkSize(name: string, { uncompressedSize, compressedSize }: Entry): number {
  if (uncompressedSize > bundleLimits.file) throw problems.tooLarge(inWords(bundleLimits.file))
  const isLarge = uncompressedSize > bundleLimits.ratioFrom
  if (isLarge && uncompressedSize > compressedSize * bundleLimits.ratio) throw problems.bomb(name)
  return uncompressedSize
}

interface Place {
  readonly name: string
  readonly start: number
  readonly end: number
}

/** Position of its bytes. The local header must match the table. */
async function getPlace(zip: ZipFile, name: string, entry: Entry): Promise<Place> {
  const header = await zip.readLocalFileHeaderPromise(entry).catch(() => {
    throw problems.damaged(name)
  })
  const isSame =
    header.fileName.equals(entry.fileNameRaw) && header.compressionMethod === entry.compressionMethod
  if (!isSame || (header.generalPurposeBitFlag & 1) !== 0) throw problems.damaged(name)
  return { name, start: entry.relativeOffsetOfLocalHeader, end: header.fileDataStart + entry.compressedSize }
}

/** Rejects overlapping entries. */
function checkPlaces(places: readonly Place[]): void {
  const inOrder = places.toSorted((one, other) => one.start - other.start)
  let end = 0
  for (const place of inOrder) {
    if (place.start < end) throw problems.overlap(place.name)
    end = place.end
  }
}

function inWords(bytes: number): string {
  return sizeText(bytes, shownLanguage())
}

/** @throws HostError BUNDLE_REFUSED */
function checkEntryName(name: string): void {
  // A folder's name ends with a slash.
  const parts = (name.endsWith('/') ? name.slice(0, -1) : name).split('/')
  const isTooLong = name.length > bundleLimits.path || parts.length > bundleLimits.depth
  if (isTooLong || !parts.every(isPlainName)) throw problems.unsafeName(name)
}

function isPlainName(part: string): boolean {
  if (part === '' || part === '.' || part === '..' || part === '~') return false
  if (forbidden.test(part) || devices.test(part) || /[. ]$/.test(part) || part.startsWith(' ')) return false
  // A program that decodes it twice would leave the folder.
  if (/%(?:2e|2f|5c|00)/i.test(part)) return false
  return Buffer.byteLength(part) <= bundleLimits.name && [...findHidden(part)].length === 0
}

/** The key is equal for names that some system takes for the same file. */
function normalizeEntryName(name: string): string {
  return name.replace(/\/$/, '').normalize('NFKC').toLowerCase().normalize('NFKC')
}
