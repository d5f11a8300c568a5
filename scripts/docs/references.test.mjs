import { expect, it } from 'vitest'
import { brokenReferences } from './references.mjs'

const broken = (text) =>
  brokenReferences({ text, scripts: ['check', 'test:unit'], exists: (target) => target === 'a b.md' })

it('reports links to missing files and unknown npm scripts', () => {
  expect(broken('[a](a%20b.md#part) [web](https://example.com) [here](#here)')).toEqual([])
  expect(broken('[gone](gone.md) and `npm run nothing`')).toEqual(['link to gone.md', 'npm run nothing'])
  expect(broken('`npm run check -- types` then `npm run test:unit`')).toEqual([])
})

it('ignores links in code blocks and checks npm scripts there', () => {
  expect(broken('```sh\nfoo [x](y)\nnpm run gone\n```\n')).toEqual(['npm run gone'])
})
