import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

const terminal = JSON.stringify(new URL('terminal.mjs', import.meta.url).href)

test.each([
  ['() => { throw new Error() }', 1],
  ['() => 3', 3],
  ['() => {}', 0]
])('ends %s with status %i, also if a library wants to end with 0', (body, status) => {
  const script = `import { runScript } from ${terminal}
process.on('beforeExit', () => process.exit(0))
await runScript(${body})`
  expect(spawnSync(process.execPath, ['--input-type=module', '--eval', script]).status).toBe(status)
})
