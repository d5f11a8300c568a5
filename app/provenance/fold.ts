/**
 * Text in the form in which passages are compared: small letters without accents, no whitespace, nothing that can
 * not be seen. Each unit of it remembers where it stood. Decoding is done in `decode.ts`.
 */

export interface Folded {
  /** UTF-16 units. */
  readonly units: Uint16Array
  /** For each unit its offset in the text that was folded. */
  readonly places: Int32Array
}

/** Units that stand for themselves, folded; 0: left out; `several`: more than one unit comes out. */
const table = new Uint16Array(0x1_0000)
const isKnown = new Uint8Array(0x1_0000)
const expansions = new Map<number, readonly number[]>()
const several = 0xffff

/** Tag characters begin with this unit: letters that no font draws. */
const tagLead = 0xdb40

export function fold(text: string): Folded {
  let units = new Uint16Array(text.length)
  let places = new Int32Array(text.length)
  let length = 0
  const push = (unit: number, place: number): void => {
    if (length === units.length) {
      units = grown(units, new Uint16Array(2 * length + 8))
      places = grown(places, new Int32Array(2 * length + 8))
    }
    units[length] = unit
    places[length++] = place
  }
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place)
    if (unit === tagLead) {
      place++
      continue
    }
    const folded = isKnown[unit] === 1 ? (table[unit] as number) : learn(unit)
    if (folded === several) for (const one of expansions.get(unit) ?? []) push(one, place)
    else if (folded !== 0) push(folded, place)
  }
  return { units: units.subarray(0, length), places: places.subarray(0, length) }
}

function grown<A extends Uint16Array | Int32Array>(from: A, to: A): A {
  to.set(from)
  return to
}

const leftOut = /[\s\p{Cc}\p{Default_Ignorable_Code_Point}\u0300-\u036f]/gu

function learn(unit: number): number {
  const isHalf = unit >= 0xd800 && unit <= 0xdfff
  const text = String.fromCharCode(unit)
  const plain = isHalf
    ? text
    : text.normalize('NFKD').toLowerCase().replace(leftOut, '').normalize('NFC').replace(leftOut, '')
  const folded = plain.length === 0 ? 0 : plain.length === 1 ? plain.charCodeAt(0) : several
  if (folded === several)
    expansions.set(
      unit,
      Array.from(plain, (_, index) => plain.charCodeAt(index))
    )
  table[unit] = folded
  isKnown[unit] = 1
  return folded
}
