/** For the default of a switch over a tagged union: a member without a case does not compile. */
export function assertNever(value: never): never {
  throw new Error(`Not a known kind: ${JSON.stringify(value)}`)
}
