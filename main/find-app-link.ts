/** The address of the app's own scheme among the arguments that it was started with. */
export const scheme = 'parley'

/** The last argument only: the system puts it there, and what stands before it may be anybody's. */
export function findAppLink(args: readonly string[]): string | null {
  const last = args.at(-1) ?? ''
  return last.startsWith(`${scheme}://`) ? last : null
}
