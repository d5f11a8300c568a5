// Documents are written for the repository. The site needs other links.

import { expect, test } from 'vitest'
import { stagePage } from './stage-page.mjs'

const site = {
  pages: new Set(['README.md', 'SECURITY.md', 'docs/security.md', 'docs/guides/README.md']),
  pictures: new Set(['A question']),
  codeAt: null
}

test.each([
  ['[a](../security.md#keys)', '[a](/security.md#keys)'],
  ['[a](../../README.md)', '[a](/index.md)'],
  ['[a](../../SECURITY.md)', '[a](/vulnerabilities.md)'],
  ['[a](README.md)', '[a](/guides/index.md)'],
  ['[a](#here)', '[a](#here)'],
  ['[a](https://a.example/b.md)', '[a](https://a.example/b.md)'],
  ['```md\n[a](../security.md)\n```', '```md\n[a](../security.md)\n```'],
  ['<!-- figures -->', '']
])('turns %j into %j', (text, expected) => {
  expect(stagePage(text, 'docs/guides/x.md', site)).toBe(expected)
})

test('links to code where readers find it, and keeps the words elsewhere', () => {
  const text = '[a](../app/a.test.ts)'
  expect(stagePage(text, 'docs/x.md', site)).toBe('a')
  expect(stagePage(text, 'docs/x.md', { ...site, codeAt: 'https://a.example/blob/v1' })).toBe(
    '[a](https://a.example/blob/v1/app/a.test.ts)'
  )
})

test('shows a picture where there is one', () => {
  const text = '<!-- picture: A question -->\n<!-- picture: Another -->'
  expect(stagePage(text, 'docs/x.md', site)).toBe('![A question](/screens/a-question.png)\n')
})
