/** Stop sequences as lines of text and back: a line break within one is written `\n`. Pure. */
import { sampling } from '../../../app/texts/compiled/window/sampling'

const most = { count: 100, length: 1_000 }

const escapes: readonly (readonly [character: string, written: string])[] = [
  ['\\', '\\\\'],
  ['\n', '\\n'],
  ['\r', '\\r'],
  ['\t', '\\t']
]

export function writeStops(stops: readonly string[]): string {
  return stops
    .map((stop) => escapes.reduce((text, [character, written]) => text.replaceAll(character, written), stop))
    .join('\n')
}

/** Empty lines are ignored. `problem`: why they are invalid, as a sentence; null if valid. */
export function readStops(text: string): { readonly stops: string[]; readonly problem: string | null } {
  const stops = text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(/\\[\\nrt]/g, (found) => characterOf(found)))
  if (stops.length > most.count) return { stops, problem: sampling.tooManyStops({ most: most.count }) }
  const isLong = stops.some((stop) => stop.length > most.length)
  return { stops, problem: isLong ? sampling.stopTooLong({ most: most.length }) : null }
}

function characterOf(found: string): string {
  return escapes.find(([, written]) => written === found)?.[0] ?? found
}
