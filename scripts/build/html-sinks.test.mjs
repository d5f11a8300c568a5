import { describe, expect, it } from 'vitest'
import { findHtmlSinks } from './html-sinks.mjs'

const module = '/project/node_modules/decoder/index.dom.js'

describe('what the page may not do with text', () => {
  it.each([
    'element.innerHTML = text',
    'element.innerHTML += text',
    'element["innerHTML"] = text',
    'element.outerHTML=text',
    'frame.srcdoc = text',
    "element.insertAdjacentHTML('beforeend', text)",
    'document.write(text)',
    'document.writeln(text)',
    "new DOMParser().parseFromString(text, 'text/html')",
    'range.createContextualFragment(text)',
    'element.setHTMLUnsafe(text)',
    'Document.parseHTMLUnsafe(text)',
    "jsx('div', { dangerouslySetInnerHTML: { __html: text } })"
  ])('%s is found and named with its module', (code) => {
    expect(findHtmlSinks([[module, code]])).toEqual([expect.stringContaining(`${module} uses`)])
  })

  it('reading, comparing and other code is none', () => {
    const code = 'const a = element.innerHTML; if (b.outerHTML === a) c.textContent = a'
    expect(findHtmlSinks([[module, code]])).toEqual([])
    expect(findHtmlSinks([['/project/renderer/ui/reset.css', null]])).toEqual([])
  })

  it('an exception is for one module and what it is known to use', () => {
    const core = '/project/node_modules/highlight.js/lib/core.js'
    expect(findHtmlSinks([[core, 'element.innerHTML = value']])).toEqual([])
    expect(findHtmlSinks([[core, 'document.write(value)']])).toHaveLength(1)
    expect(findHtmlSinks([['C:\\p\\node_modules\\highlight.js\\lib\\core.js', 'e.innerHTML = v']])).toEqual(
      []
    )
  })
})
