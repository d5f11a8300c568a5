import { expect, it } from 'vitest'
import { toEnglish } from '../texts/render-localized'
import { wasSent, mediaIn, nameMedia, nameAllMedia } from './unsent-media'

const image = { type: 'image', mimeType: 'image/png', data: 'AAEC' } as const
const pdf = { type: 'resource', uri: 'a://b', mimeType: 'application/pdf', text: null, blob: 'JVBE' } as const

it("finds content that a model can't read as text, wherever it is", () => {
  const found = mediaIn([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'Look' },
        { type: 'block', block: image, file: 'a.png' }
      ]
    },
    {
      role: 'user',
      content: [
        {
          type: 'tool-result',
          id: '1',
          isError: false,
          content: [pdf, { ...pdf, text: 'its words' }, { type: 'text', text: 'x' }, { ...pdf, blob: null }]
        }
      ]
    }
  ])
  expect(found).toEqual([{ type: 'block', block: image, file: 'a.png' }, { block: pdf }])
})

it('counts as sent when its bytes are in the request', () => {
  expect(wasSent({ block: image }, '{"url":"data:image/png;base64,AAEC"}')).toBe(true)
  expect(wasSent({ block: image }, '{"text":"[image of type image/png]"}')).toBe(false)
  expect(wasSent({ block: { type: 'unknown', raw: {} } }, '{}')).toBe(false)
})

it('is listed once, with the name that users know', () => {
  expect(toEnglish(nameMedia({ block: image, file: 'a.png' }))).toBe('a.png')
  expect(toEnglish(nameMedia({ block: image }))).toBe('image (image/png)')
  expect(toEnglish(nameMedia({ block: pdf }))).toBe('a://b (application/pdf)')
  expect(nameAllMedia([{ block: image }, { block: { ...image, data: 'BBBB' } }])).toHaveLength(1)
  expect(nameAllMedia([])).toBeNull()
})
