// `npm run screens -- --into DIR`: a picture of every view of the window, in both languages, light and dark; with `--small`
// also in a window of 800 × 600. `npm run screens -- --docs`: the same, and docs/screens.md with a small sheet of each view.
// `npm run screens -- --axe`: axe looks at each of these views in both themes, and says what it finds; no pictures.
// `--contrast`: pictures as on a system with high contrast, in English.
// `--only WORDS`: only the parts of the tour whose title has these words.
// `npm run screens -- --compare BEFORE AFTER [--differences DIR]` says which of them differ, and by how much.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { hasDisplay, withDisplay } from './process/display.mjs'
import { inProject } from './process/paths.mjs'
import { run, toStderr } from './process/run.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

const print = (line) => process.stdout.write(`${line}\n`)

await runScript(() => {
  const { values, positionals } = parseArgs({
    options: {
      into: { type: 'string' },
      docs: { type: 'boolean' },
      small: { type: 'boolean' },
      axe: { type: 'boolean' },
      contrast: { type: 'boolean' },
      only: { type: 'string' },
      compare: { type: 'boolean' },
      differences: { type: 'string' }
    },
    allowPositionals: true
  })
  if (values.compare && positionals.length === 2) return compare(...positionals, values.differences)
  if ((values.into || values.docs || values.axe) && positionals.length === 0)
    return take(path.resolve(values.into ?? inProject('test-results/screens')), values)
  throw new SetupError(
    'say --into DIR, --docs, --axe (with --only WORDS), or --compare BEFORE AFTER [--differences DIR]'
  )
})

async function take(folder, { docs, small, axe, contrast, only }) {
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  fs.rmSync(path.join(folder, 'views.txt'), { force: true })
  const status = await withDisplay(!hasDisplay(), async (env) => {
    const args = ['test', '--config', inProject('e2e/tour/tour.config.ts')]
    if (only !== undefined) args.push('--grep', only)
    const done = await run(process.execPath, [inProject('node_modules/playwright/cli.js'), ...args], {
      stdio: toStderr,
      env: {
        ...env,
        ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
        PARLEY_SCREENS: folder,
        PARLEY_SCREENS_SMALL: small ? '1' : '',
        PARLEY_SHEETS: docs ? '1' : '',
        PARLEY_TOUR_AXE: axe ? '1' : '',
        PARLEY_TOUR_CONTRAST: contrast ? '1' : ''
      }
    })
    return done.status
  })
  if (!axe)
    say(`${fs.readdirSync(folder).filter((file) => file.endsWith('.png')).length} pictures in ${folder}`)
  return status
}

async function compare(before, after, differences) {
  const { compareFolders } = await import('./screens/compare.mjs')
  const { same, changed, only } = compareFolders({ before, after, differences })
  for (const { name, share } of changed) print(`${(share * 100).toFixed(2).padStart(6)} %  ${name}`)
  for (const { name, folder } of only) print(`only in ${folder}  ${name}`)
  print(`${same} the same, ${changed.length} different, ${only.length} in one of the two only`)
  return 0
}
