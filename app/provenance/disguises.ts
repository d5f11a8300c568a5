/**
 * Texts that were made unlike themselves without an encoding: written backwards, with letters moved by 13 places, or with
 * signs between the letters or in the place of spaces. Looked for in arguments only, as an explanation: that text of one
 * server goes to another is asked about whatever it looks like.
 */
import { readAll, through } from './decode'
import type { Readings } from './decode'
import type { ReadText } from './reading'

/** Of one argument: what is longer is looked at as it stands and decoded. */
const longestDisguise = 10_000
/** Of all that is read out of one. */
const mostDisguised = 3 * longestDisguise
/** Shorter ones hold no passage. */
const shortestDisguise = 12

export interface ArgumentReadings extends Readings {
  /** What they may be behind a disguise. Only what is known from elsewhere is looked for in them. */
  readonly disguised: readonly ReadText[]
}

/** What can be read out of a text of an argument, the text itself first. */
export function readArgument(text: string): ArgumentReadings {
  const plain = readAll(text)
  const disguised: ReadText[] = []
  if (text.length < shortestDisguise) return { ...plain, disguised }
  const seen = new Set(plain.all.map((one) => one.text))
  let room = mostDisguised
  const add = (inner: ReadText, outer: ReadText): void => {
    if (seen.has(inner.text) || room < inner.text.length) return
    room -= inner.text.length
    seen.add(inner.text)
    disguised.push({ text: inner.text, places: through(inner, outer) })
  }
  for (const outer of plain.all) {
    if (outer.text.length > longestDisguise) continue
    // Behind a disguise of the text itself there may be an encoding.
    const isText = outer === plain.all[0]
    for (const bare of undisguised(outer.text).flatMap((one) => (isText ? withDecoded(one) : [one])))
      add(bare, outer)
  }
  return { ...plain, disguised }
}

/** A run as long as the shortest that is decoded, in one line or cut into several, or one escape at least. */
const encodedSigns = /[\w+/-]{16}|[\w+/-]{8,}={0,2}\r?\n|(?:[0-9a-f]{2}[\s,;:|]{1,3}){8}|0x[0-9a-f]|[\\%&=+]/i

function withDecoded(bare: ReadText): readonly ReadText[] {
  if (!encodedSigns.test(bare.text)) return [bare]
  const [, ...decoded] = readAll(bare.text).all
  return [bare, ...decoded.map((inner) => ({ text: inner.text, places: through(inner, bare) }))]
}

function undisguised(text: string): readonly ReadText[] {
  const bare = [reversed(text), moved(text)]
  const joined = withoutSigns(text)
  return joined === null ? bare : [...bare, joined]
}

/** By letters: halves of one stay in their order. */
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
 * Letters one by one with signs between them (`d.o.o.r`), and words joined by one sign (`door_code_7391`). Signs are those
 * of ASCII: with classes of all letters such patterns take seconds to be made ready.
 */
const spelled = /[^\s!-/:-@[-`{-~](?:[\s!-/:-@[-`{-~]{1,3}[^\s!-/:-@[-`{-~](?![^\s!-/:-@[-`{-~])){5,}/g
const joinedWords =
  /(?<![^\s!-/:-@[-`{-~])[^\s!-/:-@[-`{-~]+([_.~|*+,;:/\\-])[^\s!-/:-@[-`{-~]+(?:\1[^\s!-/:-@[-`{-~]+)+/g
/** No passage goes on over it. */
const border = '‖'
const sign = /[\s!-/:-@[-`{-~]/

/** Null where there are none. */
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
