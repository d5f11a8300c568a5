import { expect, test } from 'vitest'
import { asPicture } from './as-picture'

test('makes the picture as large as the drawing', () => {
  const picture = asPicture('<svg viewBox="0 0 120.4 60" width="100%"><rect width="5"/></svg>')
  expect(picture).toContain('width="121"')
  expect(picture).toContain('height="60"')
})

test.each([
  '<script>run()</script>',
  '<a href="https://evil.example/"><text>here</text></a>',
  '<g onclick="run()"></g>',
  '<image href="https://evil.example/p.png"></image>',
  '<foreignObject><img src="https://evil.example/p.png"><iframe src="https://evil.example/"></iframe></foreignObject>',
  '<style>@import url(https://evil.example/a.css); rect { fill: url("https://evil.example/b") }</style>',
  '<rect style="fill: url(https://evil.example/c)"></rect>',
  '<style>@im\\70ort "https://evil.example/f.css"; rect { fill: u\\72l(https://evil.example/g) }</style>',
  '<rect style="background: image-set(&quot;https://evil.example/h&quot; 1x); fill: u\\000072 l(https://evil.example/i)"></rect>',
  '<use href="https://evil.example/d#e"></use>'
])('removes what runs, loads or links from %s', (part) => {
  const picture = asPicture(`<svg viewBox="0 0 1 1"><rect fill="url(#own)"></rect>${part}</svg>`)
  expect(picture).not.toMatch(/evil|run\(|<a |<img|<iframe|@import/)
  expect(picture).toContain('url(#own)')
})

test('keeps the content of a former link in its place', () => {
  const picture = asPicture(
    '<svg><a href="https://evil.example/" transform="translate(3)"><text>here</text></a></svg>'
  )
  expect(picture).toMatch(/<g transform="translate\(3\)"><text>here<\/text><\/g>/)
})

test('rejects what is no drawing', () => {
  expect(() => asPicture('<p>no</p>')).toThrow('damaged')
})
