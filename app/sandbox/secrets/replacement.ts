/**
 * Replaces texts of a stream with others of the same length. A possible beginning of a match waits for the following
 * bytes.
 */
import { Transform } from 'node:stream'

export interface Pair {
  readonly from: Buffer
  /** As long as `from`. */
  readonly to: Buffer
}

export function createReplacement(pairs: readonly Pair[]): Transform {
  let kept: Buffer = Buffer.alloc(0)
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      const whole = replaceIn(Buffer.concat([kept, chunk]), pairs)
      const end = whole.length - Math.max(0, ...pairs.map(({ from }) => begun(whole, from)))
      kept = whole.subarray(end)
      done(null, whole.subarray(0, end))
    },
    flush: (done) => done(null, kept)
  })
}

/** In place. */
export function replaceIn(bytes: Buffer, pairs: readonly Pair[]): Buffer {
  for (const { from, to } of pairs)
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + from.length)) to.copy(bytes, at)
  return bytes
}

/** How many of the last bytes are the first of `wanted`. */
function begun(bytes: Buffer, wanted: Buffer): number {
  for (let count = Math.min(bytes.length, wanted.length - 1); count > 0; count -= 1)
    if (bytes.subarray(bytes.length - count).equals(wanted.subarray(0, count))) return count
  return 0
}
