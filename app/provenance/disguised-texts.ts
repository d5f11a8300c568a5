/**
 * Reads texts that were disguised without an encoding: written backwards, with letters shifted by 13 places, or with
 * signs between the letters or instead of spaces. Used only for arguments, to explain a question. Parley asks about
 * data sharing, no matter what the text looks like.
 */
import { readAll, mapPlaces } from './decode'
import type { Readings } from './decode'
import type { ReadText } from './reading'

/** Per argument. A longer one is only read as written and decoded. */
const longestDisguise = 10_000
/** Total length of all texts read from one argument. */
const mostDisguised = 3 * longestDisguise
/** Shorter texts contain no passage. */
const shortestDisguise = 12

export interface ArgumentReadings extends Readings {
  /** Possible readings without the disguise. Only passages from other sources are searched in them. */
  readonly disguised: readonly ReadText[]
}

/** All readings of a text of an argument, starting with the text itself. */
export function readArgument(text: string): ArgumentReadings {
  const plain = readAll(text)
  const disguised: ReadText[] = []
  if (text.length < shortestDisguise) return { ...plain, disguised }
  const seen = new Set(plain.all.map((item) => item.text))
  let room = mostDisguised
  const add = (inner: ReadText, outer: ReadText): void => {
    if (seen.has(inner.text) || room < inner.text.length) return
    room -= inner.text.length
    seen.add(inner.text)
    disguised.push({ text: inner.text, places: mapPlaces(inner, outer) })
  }
  for (const outer of plain.all) {
    if (outer.text.length > longestDisguise) continue
    // Behind a disguise of the text itself there may be an encoding.
    const isText = outer === plain.all[0]
    for (const bare of undisguised(outer.text).flatMap((entry) => (isText ? withDecoded(entry) : [entry])))
      add(bare, outer)
  }
  return { ...plain, disguised }
}

/** The shortest text that is decoded, on one line or several, or at least one escape. */
const encodedSigns = /[\w+/-]{16}|[\w+/-]{8,}={0,2}\r?\n|(?:[0-9a-f]{2}[\s,;:|]{1,3}){8}|0x[0-9a-f]|[\\%&=+]/i

function withDecoded(bare: ReadText): readonly ReadText[] {
  if (!encodedSigns.test(bare.text)) return [bare]
  const [, ...decoded] = readAll(bare.text).all
  return [bare, ...decoded.map((inner) => ({ text: inner.text, places: mapPlaces(inner, bare) }))]
}

function undisguised(text: string): readonly ReadText[] {
  const bare = [reversed(text), moved(text)]
  const joined = withoutSigns(text)
  return joined === null ? bare : [...bare, joined]
}

/** By character, so that surrogate pairs stay in order. */
function reversed(text: string): ReadText {
  const letters = [...text]
  const places = new Int32Array(text.length + 1)
  let next = 0
  let place = text.length
  for (const letter of letters.toReversed()) {
    place -= letter.length
    for (let unit = 0; unit < letter.length; unit++) places[next++] = place + unit
  }
  return { text: letters.reverse().join(''), places }
}

function moved(text: string): ReadText {
  const units = new Uint16Array(text.length)
  for (let at = 0; at < text.length; at++) units[at] = movedUnit(text.charCodeAt(at))
  return { text: Buffer.from(units.buffer).toString('utf16le'), places: null }
}

function movedUnit(unit: number): number {
  const place = (unit | 0x20) - 0x61
  if (place < 0 || place > 25) return unit
  return place < 13 ? unit + 13 : unit - 13
}

/**
 * Single letters with signs between them (`d.o.o.r`), and words joined by one sign (`door_code_7391`). Only ASCII
 * signs, because patterns with Unicode letter classes take seconds to compile.
 */
const spelled = /[^\s!-/:-@[-`{-~](?:[\s!-/:-@[-`{-~]{1,3}[^\s!-/:-@[-`{-~](?![^\s!-/:-@[-`{-~])){5,}/g
const joinedWords =
  /(?<![^\s!-/:-@[-`{-~])[^\s!-/:-@[-`{-~]+([_.~|*+,;:/\\-])[^\s!-/:-@[-`{-~]+(?:\1[^\s!-/:-@[-`{-~]+)+/g
/** Ends a passage. */
const border = '‖'
const sign = /[\s!-/:-@[-`{-~]/

/** null if there are none. */
function withoutSigns(text: string): ReadText | null {
  const units: string[] = []
  const places: number[] = []
  const runs = [...text.matchAll(spelled), ...text.matchAll(joinedWords)]
  for (const { 0: run, index } of runs) {
    for (let at = 0; at < run.length; at++) {
      const unit = run.charAt(at)
      if (sign.test(unit)) continue
      units.push(unit)
      places.push(index + at)
    }
    units.push(border)
    places.push(index + run.length)
  }
  if (units.length === 0) return null
  return { text: units.join(''), places: Int32Array.from([...places, text.length]) }
}
