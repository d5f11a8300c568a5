import { expect, it } from 'vitest'
import { readBlock } from './content-kinds'
import { readPicture } from './picture-types'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10, 0x4a, 0x46, 0x49, 0x46]).toString('base64')
const gif = Buffer.from('GIF89a\u0001\u0000\u0001\u0000', 'latin1').toString('base64')
const webp = Buffer.from('RIFF\u001a\u0000\u0000\u0000WEBPVP8L', 'latin1').toString('base64')
const oddBytes = Buffer.concat([
  Buffer.from(png, 'base64').subarray(0, 8),
  Buffer.from([0xfb, 0xff, 0xbf, 0x3e])
])

it.each([
  ['PNG', png, 'image/png', png],
  ['JPEG', jpeg, 'image/jpeg', jpeg],
  ['GIF', gif, 'image/gif', gif],
  ['WebP', webp, 'image/webp', webp],
  ['an address instead of the data', `data:image/jpeg;base64,${png}`, 'image/png', png],
  ['an address without a type', `data:;base64,${png}`, 'image/png', png],
  ['a percent-encoded address', `data:image/png;base64,${png.replaceAll('=', '%3D')}`, 'image/png', png],
  ['data on several lines', png.replaceAll(/.{20}/g, '$&\r\n'), 'image/png', png],
  ['surrounding white space', `  ${png}\n`, 'image/png', png],
  ['the URL-safe alphabet', oddBytes.toString('base64url'), 'image/png', oddBytes.toString('base64')],
  ['no padding', png.replace(/=+$/, ''), 'image/png', png]
])('reads a picture from its bytes: %s', (_what, given, mimeType, data) => {
  expect(readPicture(given)).toEqual({ mimeType, data })
})

it.each([
  '',
  'AAAA',
  'PHN2Zz4=',
  'JVBERi0=',
  Buffer.from('RIFF\u0000\u0000\u0000\u0000WAVE', 'latin1').toString('base64')
])("rejects what models don't accept: %s", (data) => expect(readPicture(data)).toBeNull())

it.each([
  ['image/jpeg', png],
  ['image/jpg', png],
  ['application/octet-stream', png],
  ['', png],
  [null, png],
  ['image/png', `data:image/png;base64,${png}`]
])("accepts a server's picture with the type %s by its content", (mimeType, data) => {
  expect(readBlock({ type: 'image', mimeType, data })).toEqual({
    type: 'image',
    mimeType: 'image/png',
    data: png
  })
})

it('keeps a drawing as its server sent it', () => {
  const block = { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zz4=' }
  expect(readBlock(block)).toEqual(block)
})
