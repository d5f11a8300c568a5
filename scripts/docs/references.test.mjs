// A document that names a file or command that is gone misleads whoever follows it.

import { expect, test } from 'vitest'
import { brokenReferences } from './references.mjs'

const broken = (text) =>
  brokenReferences({ text, scripts: ['check', 'test:unit'], exists: (target) => target === 'a b.md' })

test('finds links and commands that lead nowhere', () => {
  expect(broken('[a](a%20b.md#part) [web](https://example.com) [here](#here)')).toEqual([])
  expect(broken('[gone](gone.md) and `npm run nothing`')).toEqual(['link to gone.md', 'npm run nothing'])
  expect(broken('`npm run check -- types` then `npm run test:unit`')).toEqual([])
})

test('code is not prose, but its commands are followed', () => {
  expect(broken('```sh\nfoo [x](y)\nnpm run gone\n```\n')).toEqual(['npm run gone'])
})
