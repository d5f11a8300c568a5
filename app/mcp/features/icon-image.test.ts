/** Recognizes icons by their bytes. */
import { describe, expect, it } from 'vitest'
import { toIconImage } from './icon-image'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64'
)
const jpeg = Buffer.from('\xff\xd8\xff\xe0\x00\x10JFIF\x00', 'latin1')
const gif = Buffer.from('GIF89a\x01\x00\x01\x00', 'latin1')
const webp = Buffer.from('RIFF\x24\x00\x00\x00WEBPVP8 ', 'latin1')
const drawing = '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0h1"/></svg>'

const dataAddress = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`

describe('an icon in a data URL', () => {
  it.each([
    ['image/png', png, 'image/png'],
    ['image/jpeg', jpeg, 'image/jpeg'],
    ['image/jpg', jpeg, 'image/jpeg'],
    ['image/gif', gif, 'image/gif'],
    ['image/webp', webp, 'image/webp'],
    ['application/octet-stream', png, 'image/png'],
    ['image/png', jpeg, 'image/jpeg']
  ])('META-07 META-08 META-11: shows %s with the type of its bytes', (type, bytes, mimeType) => {
    const image = { mimeType, data: bytes.toString('base64') }
    expect(toIconImage({ dataAddress: dataAddress(type, bytes) })).toEqual(image)
    expect(toIconImage({ bytes })).toEqual(image)
  })

  it('META-08: shows SVG drawings, in base64 and percent-encoded', () => {
    for (const src of [
      dataAddress('image/svg+xml', Buffer.from(drawing)),
      `data:image/svg+xml,${encodeURIComponent(drawing)}`,
      `data:image/svg+xml;charset=utf-8,${drawing.replaceAll('#', '%23')}`
    ]) {
      const { mimeType, data } = toIconImage({ dataAddress: src })
      expect(mimeType).toBe('image/svg+xml')
      expect(Buffer.from(data, 'base64').toString()).toBe(drawing)
    }
  })

  it.each([
    dataAddress('image/png', Buffer.from('<html><script>alert(1)</script></html>')),
    dataAddress('image/png', Buffer.from('MZ\x90\x00')),
    dataAddress('image/png', Buffer.alloc(0)),
    dataAddress('image/png', Buffer.concat([png, Buffer.alloc(300_000)])),
    'data:image/png',
    'data:image/svg+xml,%zz'
  ])('rejects %#', (src) => {
    expect(() => toIconImage({ dataAddress: src })).toThrow(
      expect.objectContaining({ code: 'ICON_UNAVAILABLE' })
    )
  })
})
