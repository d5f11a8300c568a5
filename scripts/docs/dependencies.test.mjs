import { expect, it } from 'vitest'
import { wrongDependencies } from './dependencies.mjs'

const page = `# Dependencies

All but \`gone\` is bundled.

| Package | Does here | Why |
|---|---|---|
| \`react\`, \`@scope/name\` | the window | better than \`other\` |
| \`zod\` | schemas | known |
`

it('finds nothing where every package has its reason', () => {
  expect(wrongDependencies(page, ['zod', '@scope/name', 'react'])).toEqual([])
})

it('finds a package without a reason, one named in prose only too', () => {
  expect(wrongDependencies(page, ['zod', '@scope/name', 'react', 'gone', 'other'])).toEqual([
    'gone is not named',
    'other is not named'
  ])
})

it('finds a reason for a package that is gone', () => {
  expect(wrongDependencies(page, ['zod', 'react'])).toEqual(['@scope/name is not in package.json'])
})

it('finds a package with two reasons', () => {
  expect(wrongDependencies(`${page}| \`zod\` | again | why |\n`, ['zod', '@scope/name', 'react'])).toEqual([
    'zod is named twice'
  ])
})
