// `npm run screens -- --into DIR`: a picture of every state of the window that e2e/accessibility.spec.ts looks at, light and
// dark. `npm run screens -- --compare BEFORE AFTER [--differences DIR]` says which of them differ, and by how much.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { hasDisplay } from './process/display.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'
import { runEndToEnd } from './test/suites.mjs'

const { values, positionals } = parseArgs({
  options: { into: { type: 'string' }, compare: { type: 'boolean' }, differences: { type: 'string' } },
  allowPositionals: true
})

const print = (line) => process.stdout.write(`${line}\n`)

await runScript(() => {
  if (values.compare && positionals.length === 2) return compare(...positionals, values.differences)
  if (values.into && positionals.length === 0) return take(path.resolve(values.into))
  throw new SetupError('say --into DIR, or --compare BEFORE AFTER [--differences DIR]')
})

async function take(folder) {
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  fs.mkdirSync(folder, { recursive: true })
  process.env.PARLEY_SCREENS = folder
  const { failed } = await runEndToEnd(runtime, ['e2e/accessibility.spec.ts', '--workers=1'])
  say(`${fs.readdirSync(folder).length} pictures in ${folder}`)
  return failed.length > 0 ? 1 : 0
}

async function compare(before, after, differences) {
  const { compareFolders } = await import('./screens/compare.mjs')
  const { same, changed, only } = compareFolders({ before, after, differences })
  for (const { name, share } of changed) print(`${(share * 100).toFixed(2).padStart(6)} %  ${name}`)
  for (const { name, folder } of only) print(`only in ${folder}  ${name}`)
  print(`${same} the same, ${changed.length} different, ${only.length} in one of the two only`)
  return 0
}
