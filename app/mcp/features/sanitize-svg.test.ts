import { describe, expect, test } from 'vitest'
import { sanitizeSvg } from './sanitize-svg'
import { measureProcessorMs } from '../../testing/processor-time'

const open = '<svg xmlns="http://www.w3.org/2000/svg">'

describe('an SVG drawing', () => {
  test('META-10: keeps what only draws', () => {
    const plain =
      '<?xml version="1.0"?><!-- made by hand --><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">' +
      '<defs><linearGradient id="g"><stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
      '<g fill=\'url(#g)\'><title>A &amp; B</title><use href="#g"/><path d="M0 0h8" /></g></svg>\n'
    expect(sanitizeSvg(plain)).toBe(
      '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><defs><linearGradient id="g">' +
        '<stop offset="0" stop-color="#fff"/></linearGradient></defs>' +
        '<g fill="url(#g)"><title>A &#38; B</title><use href="#g"/><path d="M0 0h8"/></g></svg>'
    )
  })

  test.each([
    ['<script>alert(1)</script>'],
    ['<script href="https://evil.example/x.js"/>'],
    ['<SCRIPT>alert(1)</SCRIPT>'],
    ['<svg:script>alert(1)</svg:script>'],
    ['<style>@import url(https://evil.example);</style>'],
    ['<foreignObject><body onload="alert(1)"><iframe src="x"></iframe></body></foreignObject>'],
    ['<image href="https://evil.example/track.png"/>'],
    ['<a href="javascript:alert(1)"><text>here</text></a>'],
    ['<animate attributeName="href" values="javascript:alert(1)"/>'],
    ['<set attributeName="onload" to="alert(1)"/>'],
    ['<feImage href="https://evil.example"/>'],
    ['<use onclick="alert(1)" onload=\'alert(1)\'/>', '<use/>'],
    ['<use href="https://evil.example/x.svg#a"/>', '<use/>'],
    ['<use xlink:href="data:image/svg+xml,x"/>', '<use/>'],
    ['<path style="background:url(https://evil.example)" fill="url(https://evil.example)"/>', '<path/>'],
    ['<path fill="u\\72l(https://evil.example)"/>', '<path/>'],
    ['<path fill="url(&#104;ttps://evil.example)"/>', '<path/>'],
    ['<path fill="URL( //evil.example )"/>', '<path/>'],
    ['<text>&lt;script&gt;</text>', '<text>&#60;script&#62;</text>'],
    ['<text><![CDATA[<script>]]></text>', '<text></text>']
  ])('META-10: loses its active parts: %s', (inner, left = '') => {
    expect(sanitizeSvg(`${open}${inner}</svg>`)).toBe(`${open}${left}</svg>`)
  })

  test.each([
    ['entities', '<!DOCTYPE svg [<!ENTITY a "b">]><svg>&a;</svg>'],
    ['unclosed elements', '<svg><g></svg>'],
    ['overlapping elements', '<svg><g><path></g></path></svg>'],
    ['content after the root', '<svg></svg><svg></svg>'],
    ['an incomplete tag', '<svg><path d="M0 0"'],
    ['an attribute without quotes', '<svg onload=alert(1)></svg>'],
    ['another root element', '<html><svg></svg></html>'],
    ['no drawing', 'hello'],
    ['nothing', '']
  ])('META-10: is refused with %s', (_what, text) => {
    expect(sanitizeSvg(text)).toBeNull()
  })

  test('made to take long is read or refused at once', async () => {
    const computed = await measureProcessorMs(() => {
      sanitizeSvg(`${open}${'<g '.repeat(60_000)}`)
      sanitizeSvg(`${open}<g ${'a="" '.repeat(40_000)}!></g></svg>`)
      sanitizeSvg(`${open}${' '.repeat(200_000)}<`)
    })
    expect(computed).toBeLessThan(3_000)
  })
})
