import { expect, it } from 'vitest'
import { unguardedThreats } from './threats.mjs'

const page = `# Safety

| Adversary | Can do |
|---|---|
| a server | much |

| Crosses | What stops it | Guarded by | Not promised |
|---|---|---|---|
| a call | a question | [gate](../app/gate.test.ts), [page](../docs/page.md) | |
| a link | a question | [page](../docs/page.md) | |
| a file | nothing | | |
`

it('finds what says that it is stopped, and no test that shows it', () => {
  expect(unguardedThreats(page)).toEqual(['"a link" names no test', '"a file" names no test'])
})

it('has nothing to say of other tables', () => {
  expect(unguardedThreats('| a | b |\n|---|---|\n| c | d |\n')).toEqual([])
})
