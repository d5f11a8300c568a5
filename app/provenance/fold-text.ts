/**
 * Text in the form in which passages are compared: lower case without accents, look-alike letters replaced with Latin
 * ones, no whitespace, no invisible characters. Each unit keeps its original position. `decode.ts` decodes.
 */
import { foldLetters } from '../base/skeleton'

export interface Folded {
  /** UTF-16 units. */
  readonly units: Uint16Array
  /** The offset of each unit in the original text. */
  readonly places: Int32Array
  /** 1 for each unit that follows removed whitespace. */
  readonly gaps: Uint8Array
}

/** The result for a unit: its folded form; `leftOut`, `space`; `several`: more than one unit. */
const table = new Uint16Array(0x1_0000)
/** 0 occurs in text only as a control code, which is removed. The other two aren't characters. */
const unknown = 0
const leftOut = 0xfffe
const space = 0xffff
const several = 0xfffd
/** By code point, for those that become several units and for all beyond U+FFFF. */
const expansions = new Map<number, readonly number[]>()
const mostExpansions = 20_000

export function foldText(text: string): Folded {
  const room = new Room(text.length)
  for (let place = 0; place < text.length; place++) {
    const unit = text.charCodeAt(place)
    const folded = table[unit] === unknown ? learn(unit) : (table[unit] as number)
    if (folded < several) room.push(folded, place)
    else if (folded === space) room.isAfterSpace = 1
    else if (folded === several) {
      const point = text.codePointAt(place) as number
      for (const one of getExpansion(point)) room.push(one, place)
      if (point > 0xffff) place++
    }
  }
  return room.folded()
}

class Room {
  isAfterSpace = 0
  #units: Uint16Array
  #places: Int32Array
  #gaps: Uint8Array
  #length = 0

  constructor(length: number) {
    this.#units = new Uint16Array(length)
    this.#places = new Int32Array(length)
    this.#gaps = new Uint8Array(length)
  }

  push(unit: number, place: number): void {
    if (this.#length === this.#units.length) this.#grow()
    this.#units[this.#length] = unit
    this.#places[this.#length] = place
    this.#gaps[this.#length++] = this.isAfterSpace
    this.isAfterSpace = 0
  }

  folded(): Folded {
    const length = this.#length
    return {
      units: this.#units.subarray(0, length),
      places: this.#places.subarray(0, length),
      gaps: this.#gaps.subarray(0, length)
    }
  }

  #grow(): void {
    const length = 2 * this.#length + 8
    this.#units = grown(this.#units, new Uint16Array(length))
    this.#places = grown(this.#places, new Int32Array(length))
    this.#gaps = grown(this.#gaps, new Uint8Array(length))
  }
}

function grown<A extends Uint16Array | Int32Array | Uint8Array>(from: A, to: A): A {
  to.set(from)
  return to
}

const dropped = /[\p{Cc}\p{Default_Ignorable_Code_Point}\p{Co}\p{Cs}\p{Cn}\u0300-\u036f\u2800]/gu

function learn(unit: number): number {
  const text = String.fromCharCode(unit)
  const isHighHalf = unit >= 0xd800 && unit <= 0xdbff
  const plain = isHighHalf ? '' : getPlain(text)
  const [first] = plain
  let folded = leftOut
  if (/\s/u.test(text)) folded = space
  else if (isHighHalf || plain.length > 1) folded = several
  else if (first !== undefined) folded = first.charCodeAt(0)
  table[unit] = folded
  return folded
}

function getExpansion(point: number): readonly number[] {
  const known = expansions.get(point)
  if (known !== undefined) return known
  const plain = getPlain(String.fromCodePoint(point))
  const units = Array.from({ length: plain.length }, (_, index) => plain.charCodeAt(index))
  if (expansions.size < mostExpansions) expansions.set(point, units)
  return units
}

/** Upper case before lower case, because some lower-case letters have two forms. */
function getPlain(character: string): string {
  return character
    .normalize('NFKD')
    .toUpperCase()
    .toLowerCase()
    .normalize('NFKD')
    .replace(dropped, '')
    .replaceAll(/\s/gu, '')
    .replaceAll(beyondAscii, foldLetters)
}

/** Letters that look like Latin ones. Digits and signs are kept, because they distinguish passages. */
const beyondAscii = /[^\p{ASCII}\p{N}]/gu
