/**
 * A last check inside the sandbox before the program begins: the mounted paths must be those that were checked outside.
 * A program that may write next to an open folder could have replaced it with a link in between. After the mount this
 * is no longer possible.
 */

/** The exit code if a path differs, in addition to its message. */
export const otherPlaceCode = 125
export const describeOtherPlace = 'parley: what is open is no longer what was looked at'

export interface CheckedPlace {
  readonly path: string
  /** As the output of `stat -L -c %d:%i`. */
  readonly id: string
}

/**
 * The program comes first and the paths last; the shell removes them by rotating its arguments once. Nothing is parsed
 * as shell.
 */
const script = [
  'stat="$1"; want="$2"; program="$3"; places="$4"; shift 4',
  'found="$(shift "$program"; exec "$stat" -L -c %d:%i -- "$@")"',
  `[ "$found" = "$want" ] || { echo "${describeOtherPlace}" >&2; exit ${otherPlaceCode}; }`,
  'while [ "$program" -gt 0 ]; do first="$1"; shift; set -- "$@" "$first"; program=$((program - 1)); done',
  'shift "$places"',
  'exec "$@"'
].join('\n')

/** `program`: with its arguments. `stat`: the system's, not one from the server's search path. */
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
