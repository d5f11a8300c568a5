// `npm run compat`: adds real servers from registries in the real window, sandboxed, and calls each. It prints a line per server;
// the last line is `N of N servers work`. Results are kept in e2e/compat/results.json, and docs/compatibility.md is written from
// them; servers that did not run keep theirs.
// `-- --only NAME,…` runs only these servers; `-- --missing` runs those without a good result.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { describeCompatibility, renderRow, worksNow } from './compat/page.mjs'
import { ensureUv, withPrograms } from './compat/uv.mjs'
import { bringUpToDate } from './docs/pages.mjs'
import { withVirtualDisplays } from './process/display.mjs'
import { cacheFolder, inProject } from './process/paths.mjs'
import { run, toStderr } from './process/run.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { setUp } from './setup/set-up.mjs'

const keptFile = inProject('e2e/compat/results.json')
/** Each server's process of tests writes its own. */
const resultFile = (name) => path.join(cacheFolder, 'compat/results', `${name}.json`)

await runScript(async () => {
  const { values } = parseArgs({ options: { only: { type: 'string' }, missing: { type: 'boolean' } } })
  const table = ['servers', 'apps'].flatMap((name) =>
    JSON.parse(fs.readFileSync(inProject(`e2e/compat/${name}.json`), 'utf8'))
  )
  const before = readJson(keptFile)
  const rows = chooseRows(table, before, values)
  if (rows.length === 0) throw new SetupError('there is no such server in e2e/compat')
  const runtime = await setUp({ needsXvfb: true })
  const programs = await ensureUv()
  await play(rows, { runtime, programs })
  const kept = { ...before, ...Object.fromEntries(rows.map(({ name }) => [name, readResult(name)])) }
  await keepResults(kept)
  const results = table.map((row) => ({ row, result: kept[row.name] ?? null }))
  for (const { row, result } of results)
    if (rows.includes(row)) process.stdout.write(`${renderRow(row, result)}\n`)
  if (bringUpToDate('docs/compatibility.md', describeCompatibility(results), 'npm run compat'))
    say('wrote docs/compatibility.md')
  const ran = results.filter(({ row }) => rows.includes(row))
  const working = ran.filter(({ row, result }) => worksNow(row, result)).length
  process.stdout.write(`${working} of ${ran.length} servers work\n`)
  return ran.every(({ row, result }) => worksNow(row, result) || row.cannot !== undefined) ? 0 : 1
})

/** As `npm run format` would leave it. */
async function keepResults(kept) {
  const { format } = await import('oxfmt')
  const style = readJson(inProject('.oxfmtrc.json'))
  const { code } = await format('results.json', JSON.stringify(kept, null, 2), style)
  fs.writeFileSync(keptFile, code)
}

function chooseRows(table, kept, { only, missing }) {
  const names = only?.split(',')
  return table.filter(
    (row) =>
      (names === undefined || names.includes(row.name)) &&
      !(missing && isSettled(row, kept[row.name] ?? null))
  )
}

function isSettled(row, result) {
  return worksNow(row, result) || (row.cannot !== undefined && result !== null)
}

/** What is kept of the run of a server; titles of questions become their number. */
function readResult(name) {
  const result = readJson(resultFile(name))
  return { ...result, questions: result.questions?.length, again: undefined }
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

/** Two at a time. */
async function play(rows, { runtime, programs }) {
  for (const { name } of rows) fs.rmSync(resultFile(name), { force: true })
  await withVirtualDisplays(4, (displays) =>
    run(
      process.execPath,
      [inProject('node_modules/playwright/cli.js'), 'test', '-c', inProject('e2e/compat/compat.config.ts')],
      {
        stdio: toStderr,
        env: {
          ...withPrograms(process.env, programs),
          ELECTRON_OVERRIDE_DIST_PATH: runtime.dist,
          PARLEY_COMPAT_ONLY: rows.map(({ name }) => name).join(','),
          PARLEY_E2E_DISPLAYS: displays.join(' ')
        }
      }
    )
  )
}
