import { expect, it } from 'vitest'
import { brokenReferences } from './references.mjs'

const broken = (text) =>
  brokenReferences({
    text,
    scripts: ['check', 'test:unit'],
    read: (target) => (target === 'a b.md' ? '# Part of `it`, in brief' : null)
  })

it('reports links to missing files and unknown npm scripts', () => {
  expect(broken('[a](a%20b.md) [web](https://example.com)')).toEqual([])
  expect(broken('[gone](gone.md) and `npm run nothing`')).toEqual(['link to gone.md', 'npm run nothing'])
  expect(broken('`npm run check -- types` then `npm run test:unit`')).toEqual([])
})

it('reports links to missing headings, also of the same document', () => {
  expect(broken('## Here\n[part](a%20b.md#part-of-it-in-brief) [here](#here)')).toEqual([])
  expect(broken('[part](a%20b.md#part) [here](#here)')).toEqual(['link to a%20b.md#part', 'link to #here'])
})

it('ignores links in code blocks and checks npm scripts there', () => {
  expect(broken('```sh\nfoo [x](y)\nnpm run gone\n```\n')).toEqual(['npm run gone'])
})
