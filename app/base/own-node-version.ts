/**
 * Version of the Node.js that Parley brings: Electron's, or the one that runs Parley. Null when it brings none: macOS
 * stops a copy of a program that is signed as a whole.
 */
export function ownNodeVersion(
  platform: string,
  { electron, node }: { readonly electron?: string; readonly node: string } = process.versions
): string | null {
  return electron !== undefined && platform === 'darwin' ? null : node
}
