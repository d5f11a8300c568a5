/** Icons that servers declare. */
import { describe, expect, it } from 'vitest'
import { toIcons } from './icons'

describe('an icon', () => {
  it('keeps what the server declares about it', () => {
    const src = 'https://example.com/a.png'
    expect(toIcons([{ src, mimeType: 'image/png', sizes: ['48x48', 'any'], theme: 'dark' }])).toEqual([
      { src, mimeType: 'image/png', sizes: ['48x48', 'any'], theme: 'dark' }
    ])
    expect(toIcons([{ src: 'data:image/png;base64,AA==', sizes: '16x16' }])).toEqual([
      { src: 'data:image/png;base64,AA==', mimeType: null, sizes: ['16x16'], theme: null }
    ])
  })

  it.each([
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,<script>',
    '/relative.png',
    '',
    7,
    `https://example.com/${'a'.repeat(3_000)}`,
    `data:image/png;base64,${'A'.repeat(40_000)}`
  ])('is left out if its URL is %.40s', (src) => {
    expect(toIcons([{ src }])).toEqual([])
  })

  it('is limited in number and in sizes', () => {
    const sizes = Array.from({ length: 50 }, (_, index) => `${index}x${index}`)
    const icons = toIcons(Array.from({ length: 50 }, () => ({ src: 'https://example.com', sizes })))
    expect(icons).toHaveLength(4)
    expect(icons[0]?.sizes).toHaveLength(8)
  })

  it('is left out if it is outside of a list of icons', () => {
    for (const odd of [undefined, null, 'icon', { source: 'https://example.com' }, [null, 'icon', 5]])
      expect(toIcons(odd)).toEqual([])
  })

  it('is included if it is a single object instead of a list', () => {
    expect(toIcons({ src: 'https://example.com/a.png' })).toMatchObject([
      { src: 'https://example.com/a.png' }
    ])
  })
})
