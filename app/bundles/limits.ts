/**
 * Limits of a bundle, in bytes or as a count: far above what honest ones need, far below what fills a disk or memory.
 */
export const bundleLimits = {
  packed: 512 * 1_048_576,
  unpacked: 1024 * 1_048_576,
  file: 512 * 1_048_576,
  files: 20_000,
  manifest: 1_048_576,
  /** Unpacked bytes per packed byte, for files above `ratioFrom`. */
  ratio: 200,
  ratioFrom: 10 * 1_048_576,
  /** Limits of a path: bytes of a name, characters and depth of the whole. */
  name: 200,
  path: 1_000,
  depth: 60
} as const
