// Which tests there are, without running them, so that none gets lost on the way from one version to another:
// `node scripts/test/names.mjs [--in FOLDER] > names.txt` writes suite, title and file of each, a line a test;
// `node scripts/test/names.mjs --compare BEFORE.txt AFTER.txt` lists removed and added tests, regardless of their file.

import '../setup/node-version.mjs'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { root } from '../process/paths.mjs'
import { run } from '../process/run.mjs'
import { runScript, SetupError } from '../process/terminal.mjs'
import { compareNames, formatName } from './test-names.mjs'

await runScript(async () => {
  const { values, positionals } = parseArgs({
    options: { in: { type: 'string', default: root }, compare: { type: 'boolean', default: false } },
    allowPositionals: true
  })
  if (!values.compare) return print(await listNames(path.resolve(values.in)))
  if (positionals.length !== 2) throw new SetupError('say --compare BEFORE.txt AFTER.txt')
  const [before, after] = positionals.map((file) => fs.readFileSync(file, 'utf8'))
  const { gone, come, kept } = compareNames(before, after)
  return print([
    ...gone.map((name) => `- ${name}`),
    ...come.map((name) => `+ ${name}`),
    `${kept} kept, ${gone.length} gone, ${come.length} new`
  ])
})

async function listNames(folder) {
  const work = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-names-'))
  try {
    const lists = [
      await listChecks(folder),
      await listUnit(folder, path.join(work, 'unit.json')),
      await listJourneys(folder, path.join(work, 'e2e.json')),
      await listConformance(folder)
    ]
    return lists.flat().sort()
  } finally {
    fs.rmSync(work, { recursive: true })
  }
}

async function listChecks(folder) {
  const { checks } = await importFrom(folder, 'scripts/test/suites.mjs')
  return Object.keys(checks).map((title) => formatName({ suite: 'check', title }))
}

async function listUnit(folder, file) {
  await runTool(folder, ['node_modules/vitest/vitest.mjs', 'list', `--json=${file}`])
  return readJson(file).map((test) =>
    formatName({ suite: 'unit', title: test.name, file: path.relative(folder, test.file) })
  )
}

async function listJourneys(folder, file) {
  await runTool(folder, ['node_modules/playwright/cli.js', 'test', '--list'], { PARLEY_E2E_RESULTS: file })
  const visit = (suite, titles) => [
    ...suite.specs.map(({ title }) => [...titles, title].join(' > ')),
    ...(suite.suites ?? []).flatMap((child) => visit(child, [...titles, child.title]))
  ]
  return readJson(file).suites.flatMap((suite) =>
    visit(suite, []).map((title) => formatName({ suite: 'e2e', title, file: `e2e/${suite.title}` }))
  )
}

async function listConformance(folder) {
  const { listRuns } = await importFrom(folder, 'scripts/conformance/suites.mjs')
  const titleOf = ({ suite, scenario, revision }) => `${suite} ${scenario} ${revision}`
  return (await listRuns()).map((each) => formatName({ suite: 'conformance', title: titleOf(each) }))
}

async function runTool(folder, args, env = {}) {
  const options = { cwd: folder, env: { ...process.env, ...env } }
  const { status, output } = await run(process.execPath, args, options)
  if (status !== 0) throw new SetupError(`the tests in ${folder} can't be listed:\n${output}`)
}

function importFrom(folder, file) {
  return import(pathToFileURL(path.join(folder, file)).href)
}

function readJson(file) {
  return JSON.parse(fs.readFileSync(file, 'utf8'))
}

function print(lines) {
  process.stdout.write(`${lines.join('\n')}\n`)
  return 0
}
