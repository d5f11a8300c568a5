// Pictures of the window.
// `npm run screens -- --into DIR`: every view, in both languages, light and dark; with `--small` also at 800 × 600.
// `npm run screens -- --docs`: also a small sheet of each view in dist/screens, for a release.
// `npm run screens -- --axe`: checks each view with axe in both themes, and takes no pictures.
// `--contrast`: as on a system with high contrast, in English. `--only WORDS`: only the parts of the tour with this title.
// `npm run screenshot`: docs/screenshot.png for the README; `-- --into FILE` writes another file.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { hasDisplay } from './process/display.mjs'
import { inProject } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

await runScript(() => {
  const { values } = parseArgs({
    options: {
      into: { type: 'string' },
      docs: { type: 'boolean' },
      readme: { type: 'boolean' },
      small: { type: 'boolean' },
      axe: { type: 'boolean' },
      contrast: { type: 'boolean' },
      only: { type: 'string' }
    }
  })
  if (values.readme) return takeForReadme(path.resolve(values.into ?? inProject('docs/screenshot.png')))
  if (values.into || values.docs || values.axe)
    return take(path.resolve(values.into ?? inProject('test-results/screens')), values)
  throw new SetupError('say --into DIR, --docs or --axe (with --only WORDS)')
})

async function drive(config, options) {
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  const { runPlaywright } = await import('./process/playwright.mjs')
  return runPlaywright(config, runtime, options)
}

async function take(folder, { docs, small, axe, contrast, only }) {
  fs.rmSync(path.join(folder, 'views.txt'), { force: true })
  const status = await drive('e2e/tour/tour.config.ts', {
    args: only === undefined ? [] : ['--grep', only],
    env: {
      PARLEY_SCREENS: folder,
      PARLEY_SCREENS_SMALL: small ? '1' : '',
      PARLEY_SHEETS: docs ? '1' : '',
      PARLEY_TOUR_AXE: axe ? '1' : '',
      PARLEY_TOUR_CONTRAST: contrast ? '1' : ''
    }
  })
  if (!axe)
    say(`${fs.readdirSync(folder).filter((file) => file.endsWith('.png')).length} pictures in ${folder}`)
  return status
}

function takeForReadme(file) {
  return drive('e2e/screenshot.config.ts', { env: { PARLEY_PICTURE: file } })
}
