/** Absolute paths with slashes, without looking at the disk. Pure. */

export function countPathDepth(path: string): number {
  return path.split('/').filter((part) => part !== '').length
}

/** Whether `path` is `folder` or is in it. */
export function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
