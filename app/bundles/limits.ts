/** What a bundle may hold. Far above what honest ones need, far below what fills a disk or a memory. In bytes, or a count. */
export const bundleLimits = {
  /** Of the bundle itself. */
  packed: 512 * 1_048_576,
  unpacked: 1024 * 1_048_576,
  file: 512 * 1_048_576,
  files: 20_000,
  manifest: 1_048_576,
  /** Unpacked bytes per packed byte, for files above `ratioFrom`. */
  ratio: 200,
  ratioFrom: 10 * 1_048_576,
  /** Of a path in it: bytes of one name, characters and folders of the whole. */
  name: 200,
  path: 1_000,
  depth: 60
} as const
