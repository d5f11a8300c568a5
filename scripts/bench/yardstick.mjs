/**
 * How fast the machine is at this moment: milliseconds that a fixed piece of work takes, of the kinds that Parley spends its
 * time with (JSON, words, sorting, maps, short-lived objects). A machine that others share is half as fast in one hour as
 * in the next, so a time with a fixed limit can only be compared with another hour after scaling. The work
 * must never change: with it all committed figures would have to be measured again.
 */
import { createHash } from 'node:crypto'
import { median, round } from './statistics.mjs'

const pieces = 5
const words = makeWords(60_000)

/** With a smaller share of the processor, others are at work. */
const leastShareOfQuiet = 0.8

/** @typedef {{ clock: number, processor: number }} Yardstick milliseconds of a piece: that passed, and of the processor */

/**
 * Does what is to be measured with the yardstick on both sides of it, as the speed may change meanwhile.
 * @template T
 * @param {() => Promise<T>} measure
 * @returns {Promise<{ result: T, yardstick: Yardstick }>}
 */
export async function besideYardstick(measure) {
  const before = timePieces()
  const result = await measure()
  const all = [...before, ...timePieces()]
  const of = (key) => round(median(all.map((one) => one[key])))
  return { result, yardstick: { clock: of('clock'), processor: of('processor') } }
}

/** @param {Yardstick} yardstick */
export function isBusy({ clock, processor }) {
  return processor / clock < leastShareOfQuiet
}

/** The first one brings the code up to its speed. */
function timePieces() {
  return Array.from({ length: pieces + 1 }, timePiece).slice(1)
}

function timePiece() {
  const began = performance.now()
  const used = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(used)
  return { clock: performance.now() - began, processor: (user + system) / 1_000 }
}

/** Returns what it found, so that no engine leaves it out. */
function work() {
  const records = words.map((word, index) => ({ index, word, tags: [word.slice(0, 2), word.slice(-2)] }))
  const read = JSON.parse(JSON.stringify(records))
  const counts = new Map()
  for (const { tags } of read) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  const text = read.map(({ word }) => word).join(' ')
  const found = [...text.matchAll(/\b[aeiou]\w+/gu)].map(([word]) => word)
  found.sort((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  const ranked = [...counts].sort(([one, a], [other, b]) => b - a || (one < other ? -1 : 1))
  return createHash('sha256').update(found.join('\n')).update(JSON.stringify(ranked)).digest('hex')
}

function makeWords(count) {
  let state = 1
  const next = (below) => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const word = () => Array.from({ length: 3 + next(8) }, () => String.fromCharCode(97 + next(26))).join('')
  return Array.from({ length: count }, word)
}
