/** Data that pdf.js requests by name while it reads and draws: files of the app, see `scripts/build/pdf-files.mjs`. */

const folder = '/pdf/'

interface Asked {
  readonly kind: string
  readonly filename: string
}

/** Replaces the library's loader, which would request each table of an Asian encoding as a file. */
export class PdfData {
  async fetch({ kind, filename }: Asked): Promise<Uint8Array> {
    if (kind === 'cMapUrl') return await readTable(filename)
    if (kind === 'standardFontDataUrl') return await readFile(`standard_fonts/${filename}`)
    throw new Error(`no file of this kind is read: ${kind}`)
  }
}

interface Tables {
  /** Start and end of each table in the bytes, by name. */
  readonly places: Readonly<Record<string, readonly [number, number]>>
  readonly bytes: Uint8Array
}

let tables: Promise<Tables> | null = null

async function readTable(name: string): Promise<Uint8Array> {
  tables ??= readTables()
  const { places, bytes } = await tables
  const place = Object.hasOwn(places, name) ? places[name] : undefined
  if (place === undefined) throw new Error(`there is no table ${name}`)
  // A copy, because it is transferred, and the others must not be.
  return bytes.slice(...place)
}

/** Before the tables: the length of their index, and the index. */
async function readTables(): Promise<Tables> {
  const file = await readFile('cmaps.bin')
  const listStart = Uint32Array.BYTES_PER_ELEMENT
  const listEnd = listStart + new DataView(file.buffer).getUint32(0)
  const list = new TextDecoder().decode(file.subarray(listStart, listEnd))
  return { places: JSON.parse(list) as Tables['places'], bytes: file.subarray(listEnd) }
}

async function readFile(name: string): Promise<Uint8Array<ArrayBuffer>> {
  const answer = await fetch(folder + name)
  if (!answer.ok) throw new Error(`there is no file ${name}`)
  return new Uint8Array(await answer.arrayBuffer())
}
