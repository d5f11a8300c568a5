/**
 * Version of the Node.js that Parley includes: Electron's, or the one that runs Parley. Null on macOS, which doesn't
 * run a copy of a program that is signed as a whole.
 */
export function builtInNodeVersion(
  platform: string,
  { electron, node }: { readonly electron?: string; readonly node: string } = process.versions
): string | null {
  return electron !== undefined && platform === 'darwin' ? null : node
}
