import { describe, expect, it } from 'vitest'
import type { Message } from '../../app/contract/conversations'
import type { PreviewKind } from '../../app/contract/limits'
import { findBlocks } from './find-blocks'
import { findVersions } from './find-versions'

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``

const answer = (id: string, text: string, role: Message['role'] = 'assistant') => ({
  id,
  role,
  parts: [{ type: 'text' as const, step: 0, text }]
})

const at = (messageId: string, code: string, kind: PreviewKind = 'html') => ({
  conversationId: 'c1',
  messageId,
  kind,
  code
})

const list = (body: string): string => `<ul>\n<li>one</li>\n<li>two</li>\n${body}\n</ul>`

describe('the pages of an answer', () => {
  it('are finished blocks in a language of pages', () => {
    const text = [
      fence('html', '<p>1</p>'),
      fence('python', 'print(1)'),
      fence('xml', '<svg/>'),
      fence('xml', '<note/>'),
      fence('js', "import { useState } from 'react'"),
      fence('js', 'let a'),
      '```html\n<p>unfinished'
    ].join('\n\n')
    expect(findBlocks(text).map(({ kind }) => kind)).toEqual(['html', 'svg', 'react'])
  })

  it('are read within lists, with inner fences and with other line ends', () => {
    expect(findBlocks('1. Page:\n\n   ```html\n   <p>\n     a\n   ```')[0]?.code).toBe('<p>\n  a')
    expect(findBlocks('````md\n```js\na\n```\n````')[0]?.code).toBe('```js\na\n```')
    expect(findBlocks('~~~html\r\n<p>\r\n~~~')[0]?.code).toBe('<p>')
  })

  it.each([
    ['html title="Index.html"', '<p>', 'index.html'],
    ['tsx src/counter.tsx', '<p/>', 'src/counter.tsx'],
    ['html', '<title>My page</title>', 'my page'],
    ['md', 'text\n# Plan', 'plan'],
    ['tsx', 'export default function Counter() {}', 'counter'],
    ['tsx', 'export default function App() {}', null],
    ['html', '<p>', null]
  ])('have a title: ```%s %j → %s', (info, code, title) => {
    expect(findBlocks(fence(info, code))[0]?.title).toBe(title)
  })
})

describe('versions of a page', () => {
  const [first, second, third] = [list('<li>three</li>'), list('<li>3</li>'), list('<li>3!</li>')]
  const messages = [
    answer('m1', fence('html', first)),
    answer('m2', fence('html', '<p>another page</p>')),
    answer('m3', `Changed.\n\n${fence('html', second)}`),
    answer('m4', fence('html', second)),
    answer('m5', fence('html', third)),
    answer('m6', fence('html', third), 'user')
  ]

  it('are later blocks that keep most of its lines, from any of them', () => {
    for (const [id, code] of [
      ['m1', first],
      ['m3', second],
      ['m4', second],
      ['m5', third]
    ] as const)
      expect(findVersions(messages, at(id, code)).map((version) => version.code)).toEqual([
        first,
        second,
        third
      ])
    expect(findVersions(messages, at('m2', '<p>another page</p>'))).toHaveLength(1)
  })

  it('are later blocks of the same title', () => {
    const named = (body: string) => `<title>Clock</title>\n${body}`
    const found = findVersions(
      [answer('m1', fence('html', named('a'))), answer('m2', fence('html', named('b\nc\nd\ne')))],
      at('m1', named('a'))
    )
    expect(found).toHaveLength(2)
  })

  it("aren't two alternatives in one answer, nor pages of another kind", () => {
    const both = `${fence('html', first)}\n\n${fence('html', second)}`
    expect(findVersions([answer('m1', both)], at('m1', first))).toHaveLength(1)
    const other = [answer('m1', fence('html', first)), answer('m2', fence('md', first))]
    expect(findVersions(other, at('m1', first))).toHaveLength(1)
  })

  it('are only the page itself where its block is found nowhere', () => {
    expect(findVersions([], at('m1', first)).map(({ code }) => code)).toEqual([first])
  })
})
