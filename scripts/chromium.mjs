// `npm run chromium`: the window's page in Debian's Chromium, with Parley's own main process and core behind it. Runs the
// journeys tagged @quick, then takes a picture of every view there and in Electron, and compares them. Results stay in
// .cache/chromium. `-- --fetch` downloads that Chromium into the user's cache. `--journeys` and `--pictures` run one half;
// `--only WORDS` takes only the parts of the tour with this title
// (default: the English ones); `--compare` compares pictures that are there.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { fetchChromium, findChromium } from './chromium/find-chromium.mjs'
import { hasDisplay } from './process/display.mjs'
import { cacheFolder } from './process/paths.mjs'
import { runPlaywright } from './process/playwright.mjs'
import { run } from './process/run.mjs'
import { runScript, say } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'
import { showSummary } from './test/report.mjs'
import { runEndToEnd } from './test/suites.mjs'

const folder = path.join(cacheFolder, 'chromium')
const [inElectron, inChromium] = ['electron', 'chromium'].map((name) => path.join(folder, name))
/** Of a picture: less is a caret, or the edge of a letter. */
const sameShare = 0.001

await runScript(async () => {
  const switches = ['fetch', 'journeys', 'pictures', 'compare']
  const options = Object.fromEntries(switches.map((name) => [name, { type: 'boolean' }]))
  const { values } = parseArgs({ options: { ...options, only: { type: 'string' } } })
  if (values.fetch) fetchChromium()
  const found = findChromium()
  if (found === null) {
    say('skipped: there is no Chromium. `npm run chromium -- --fetch` downloads it on Debian.')
    return 0
  }
  const env = { PARLEY_CHROMIUM: found.executable, PARLEY_CHROMIUM_LIBRARIES: found.libraries }
  const { output } = await run(found.executable, ['--version'], { env: { LD_LIBRARY_PATH: found.libraries } })
  say(output.trim())
  const isWhole = !values.journeys && !values.pictures && !values.compare
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  if (isWhole || values.pictures) await takePictures(runtime, env, values.only)
  if (!values.journeys) await compare(found)
  return isWhole || values.journeys ? showSummary([await runEndToEnd(runtime, ['--grep', '@quick'], env)]) : 0
})

async function takePictures(runtime, env, only) {
  for (const [into, more] of [
    [inElectron, {}],
    [inChromium, env]
  ]) {
    if (only === undefined) fs.rmSync(into, { recursive: true, force: true })
    await runPlaywright('e2e/tour/tour.config.ts', runtime, {
      args: ['--grep', only ?? ', en$'],
      env: { ...more, PARLEY_SCREENS: into }
    })
  }
}

/** For people to judge: many views depend on the moment of the picture. */
async function compare(found) {
  // Needs packages, which may just have been installed.
  const { comparePictures } = await import('./chromium/compare-pictures.mjs')
  const compared = await comparePictures(found, [inElectron, inChromium], path.join(folder, 'differences'))
  fs.writeFileSync(path.join(folder, 'comparison.json'), JSON.stringify(compared, null, 2))
  const others = compared.filter(({ share }) => share === null || share >= sameShare)
  for (const { name, share } of others)
    say(`${name}: ${share === null ? 'no picture' : `${(share * 100).toFixed(2)} % differs`}`)
  say(`${compared.length - others.length} of ${compared.length} pictures are the same`)
}
