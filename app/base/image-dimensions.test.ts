import { expect, it } from 'vitest'
import { longestEdge } from './image-dimensions'

const base64 = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part)))
  ).toString('base64')
const zeros = (count: number) => Array.from({ length: count }, () => 0)

it.each([
  ['PNG', base64([0x89], 'PNG\r\n\x1a\n', [0, 0, 0, 13], 'IHDR', [0, 0, 0x75, 0x30], [0, 0, 0, 9]), 30_000],
  ['GIF', base64('GIF89a', [0x10, 0x27], [1, 0]), 10_000],
  ['extended WebP', base64('RIFF', zeros(4), 'WEBPVP8X', zeros(8), [0xff, 0xff, 0], [1, 0, 0]), 65_536],
  ['lossy WebP', base64('RIFF', zeros(4), 'WEBPVP8 ', zeros(10), [0x40, 0x1f], [0x20, 0x03]), 8_000],
  ['lossless WebP', base64('RIFF', zeros(4), 'WEBPVP8L', zeros(5), [0xff, 0x3f, 0, 0], zeros(5)), 16_384],
  [
    'JPEG, after another segment',
    base64(
      [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1],
      [0xff, 0xc2, 0, 17, 8],
      [0x03, 0x20],
      [0x27, 0x10],
      zeros(8)
    ),
    10_000
  ],
  ['a truncated JPEG', base64([0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 1]), null],
  [
    'a JPEG that has only padding',
    base64(
      [0xff, 0xd8],
      Array.from({ length: 5_000 }, () => 0xff)
    ),
    null
  ],
  ['any other data', base64('hello'), null],
  ['nothing', '', null]
])('SAMP-27: returns the longer edge of %s', (_what, data, edge) => {
  expect(longestEdge(data)).toBe(edge)
})
