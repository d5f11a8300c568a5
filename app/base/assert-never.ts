/** For the default of a switch over a tagged union: a missing case doesn't compile. */
export function assertNever(value: never): never {
  throw new Error(`Not a known kind: ${JSON.stringify(value)}`)
}
