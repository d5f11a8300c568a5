// `npm run fuzz -- --minutes N [--seed S] [--times N] [--calls N] [PATH …]`: runs the property tests (below the paths) with other
// seeds than `npm test` and five times as many cases (`--times`), again and again until the time is up. Also calls the bridge
// 100,000 times at random from a compromised page in the real window (`--calls`; 0: not at all). Prints the seed of a failure.

import './setup/node-version.mjs'
import fs from 'node:fs'
import { parseArgs } from 'node:util'
import { hasDisplay } from './process/display.mjs'
import { inProject } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { setUp } from './setup/set-up.mjs'
import { ensureTexts } from './setup/texts.mjs'
import { showSummary } from './test/report.mjs'
import { runEndToEnd, runUnit } from './test/suites.mjs'

/** Seeds of a round: it counts up from its first. */
const betweenRounds = 1_000_000

await runScript(async () => {
  const { minutes, calls, seed, times, paths } = readOptions()
  process.env.PARLEY_FUZZ_TIMES = String(times)
  say(`the first seed is ${seed}`)
  const suites = []
  if (calls > 0) suites.push(await fuzzWindow({ seed, times, calls }))
  else {
    await ensureDependencies()
    await ensureTexts()
  }
  const tests = joined().filter((file) => paths.length === 0 || paths.some((one) => file.startsWith(one)))
  if (tests.length === 0) throw new SetupError(`there is no property test below ${paths.join(' or ')}`)
  const end = Date.now() + minutes * 60_000
  for (let round = 0; suites.every(({ failed }) => failed.length === 0); round += 1) {
    const first = seed + round * betweenRounds
    const again = fuzzAgain({ seed: first, times, calls: 0 })
    suites.push(
      await underSeed(first, again, () => runUnit([...tests, '--testTimeout=600000'], { name: 'fuzz' }))
    )
    if (Date.now() >= end) break
  }
  return showSummary(suites)
})

function readOptions() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      minutes: { type: 'string', default: '10' },
      calls: { type: 'string', default: '100000' },
      times: { type: 'string', default: '5' },
      seed: { type: 'string', default: String(Date.now() % betweenRounds) }
    }
  })
  const options = Object.fromEntries(Object.entries(values).map(([name, text]) => [name, Number(text)]))
  const wrong = Object.keys(options).find((name) => !(options[name] >= 0))
  if (wrong) throw new SetupError(`--${wrong} needs a number`)
  return { ...options, paths: positionals }
}

/** The command that repeats a failure. `calls` is 0 unless the page failed. */
function fuzzAgain({ seed, times, calls }) {
  return `npm run fuzz -- --minutes 0 --seed ${seed} --times ${times} --calls ${calls}`
}

/** Tests that ask for their seeds. */
function joined() {
  const files = fs.readdirSync(inProject('.'), { withFileTypes: true }).filter((one) => one.isDirectory())
  const folders = files.map(({ name }) => name).filter((name) => ['app', 'main', 'renderer'].includes(name))
  return folders
    .flatMap((folder) =>
      fs.readdirSync(inProject(folder), { recursive: true }).map((file) => `${folder}/${file}`)
    )
    .filter((file) => /\.test\.tsx?$/u.test(file))
    .filter((file) => fs.readFileSync(inProject(file), 'utf8').includes('/fuzz/seeds'))
}

async function fuzzWindow(options) {
  const runtime = await setUp({ needsXvfb: !hasDisplay() })
  process.env.PARLEY_FUZZ_CALLS = String(options.calls)
  // Another run must not take away what a failure showed.
  const evidence = `.cache/fuzz/${options.seed}`
  return underSeed(options.seed, fuzzAgain(options), async () => {
    const result = await runEndToEnd(runtime, ['e2e/taken-over-page.spec.ts', `--output=${evidence}`])
    if (result.failed.length > 0) {
      fs.copyFileSync(inProject('.cache/results/e2e.json'), inProject(evidence, 'e2e.json'))
      say(`what the window and the logs showed is kept in ${evidence}`)
    }
    return result
  })
}

/** Prints a failure immediately, with the command that repeats it. */
async function underSeed(seed, again, work) {
  process.env.PARLEY_FUZZ_SEED = String(seed)
  const result = await work()
  if (result.failed.length > 0) say(`it fails with the seed ${seed}: ${again}`)
  return result
}
