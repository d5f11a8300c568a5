/**
 * A last look from behind the walls, before the program begins: what is mounted there has to be what was looked at outside. Whoever may
 * write beside an open folder could have put a link in its place in between; after the mount nobody can any more.
 */

/** What ends it where that isn't so; beside the words that it says. */
export const otherPlaceCode = 125
export const describeOtherPlace = 'parley: what is open is no longer what was looked at'

export interface CheckedPlace {
  readonly path: string
  /** As `stat -L -c %d:%i` says. */
  readonly id: string
}

/** The program stands first and the places last, of which the shell gets rid by going round once. Nothing is read as shell. */
const script = [
  'stat="$1"; want="$2"; program="$3"; places="$4"; shift 4',
  'found="$(shift "$program"; exec "$stat" -L -c %d:%i -- "$@")"',
  `[ "$found" = "$want" ] || { echo "${describeOtherPlace}" >&2; exit ${otherPlaceCode}; }`,
  'while [ "$program" -gt 0 ]; do first="$1"; shift; set -- "$@" "$first"; program=$((program - 1)); done',
  'shift "$places"',
  'exec "$@"'
].join('\n')

/** `program`: with its arguments; `stat`: that of the system, whatever the server's search path says. */
export function checkedInside(
  stat: string,
  places: readonly CheckedPlace[],
  program: readonly string[]
): string[] {
  if (places.length === 0) return [...program]
  const want = places.map(({ id }) => id).join('\n')
  const counts = [String(program.length), String(places.length)]
  return [
    '/bin/sh',
    '-c',
    script,
    'check',
    stat,
    want,
    ...counts,
    ...program,
    ...places.map(({ path }) => path)
  ]
}
