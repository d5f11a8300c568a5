// `npm run docs` writes docs/reference.md (calls and events of the contract), docs/protocol.md (requirements of the
// protocol with their tests), the settings in docs/settings.md and in the schema for editors, the figures in
// docs/performance.md and the address in SECURITY.md. Then it checks: every requirement has a test, every package has a reason, the promises of
// docs/security.md have tests, docs/decisions follows its template and explains every number in use, guides name what
// the window says, and links and npm scripts in documents exist. `-- --check` writes nothing.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { readCommitted } from './bench/committed.mjs'
import { bestPeers } from './bench/peers.mjs'
import { knownDecisions, unknownDecisions, wrongDecisions } from './docs/decisions.mjs'
import { wrongDependencies } from './docs/dependencies.mjs'
import { listTexts, unknownLabels } from './docs/labels.mjs'
import { brokenReferences } from './docs/references.mjs'
import {
  countBuilt,
  describeRequirements,
  missingTests,
  readProtocol,
  wrongCounts
} from './docs/requirements.mjs'
import { describeImportRules } from './docs/layers.mjs'
import { bringUpToDate, putBetween, tableLines } from './docs/pages.mjs'
import { describeSurface } from './docs/surface.mjs'
import { unguardedThreats } from './docs/threats.mjs'
import { inProject, root } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { describeSecurityContact, readProduct } from './release/product.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'
import { ensureTexts } from './setup/texts.mjs'

const sourceFolders = ['app', 'main', 'preload', 'renderer', 'e2e', 'scripts', 'resources']

await runScript(async () => {
  await ensureDependencies()
  await ensureTexts()
  const { requirements, tests } = readProtocol()
  const decisions = readDecisions()
  const decisionsPage = read('docs/decisions/README.md')
  refuse('docs/decisions is out of order', wrongDecisions(decisions, decisionsPage))
  refuse('these decisions do not exist', findUnknown(knownDecisions(decisions, decisionsPage)))
  const settings = await describeSettings()
  const pages = {
    ...settings,
    'docs/reference.md': await describeContract(),
    'docs/protocol.md': describeRequirements(requirements, tests),
    '.oxlintrc.boundaries.json': describeImportRules(read('ARCHITECTURE.md')),
    'docs/performance.md': describeFigures(read('docs/performance.md')),
    'SECURITY.md': putBetween(read('SECURITY.md'), 'address', describeSecurityContact(readProduct()))
  }
  const written = Object.entries(pages).filter(([page, text]) => bringUpToDate(page, text, 'npm run docs'))
  refuse('requirements and tests disagree', missingTests(requirements, tests))
  refuse('README.md has wrong counts', wrongCounts(read('README.md'), countBuilt(requirements)))
  const { scripts, dependencies, devDependencies } = JSON.parse(read('package.json'))
  const packages = Object.keys({ ...dependencies, ...devDependencies })
  refuse(
    'docs/dependencies.md does not match package.json',
    wrongDependencies(read('docs/dependencies.md'), packages)
  )
  refuse('docs/security.md has promises without a test', unguardedThreats(read('docs/security.md')))
  refuse('docs/complaints.md has promises without a test', unguardedThreats(read('docs/complaints.md')))
  refuse('guides name labels that no screen has', wrongGuides())
  refuse('these references are broken', findBroken(Object.keys(scripts)))
  say(['documents are in order', ...written.map(([page]) => `${page} updated`)].join(', '))
})

/** @param {string[]} problems */
function refuse(what, problems) {
  if (problems.length > 0) throw new SetupError(`${what}:\n  ${problems.join('\n  ')}`)
}

/** The figures that `npm run bench -- --keep` left. */
function describeFigures(page) {
  const rows = readCommitted().map(({ name, value, unit, reference, ratio, budget, ok }) => {
    const limit = budget === null ? '' : `${budget}${ok ? '' : ', **over**'}`
    return [
      name,
      `${value} ${unit}`.trim(),
      `${reference} ${unit}`.trim(),
      ratio,
      limit,
      bestPeers[name] ?? ''
    ]
  })
  return putBetween(
    page,
    'figures',
    tableLines(['Figure', 'Measured', 'Floor or limit', 'Ratio', 'Budget', 'Best other app'], rows)
  )
}

function findBroken(scripts) {
  return documents().flatMap((file) =>
    brokenReferences({
      text: fs.readFileSync(file, 'utf8'),
      scripts,
      read: (target) => readIfThere(path.resolve(path.dirname(file), target))
    }).map((problem) => `${path.relative(root, file)}: ${problem}`)
  )
}

/** Null: there is nothing. A folder has no text. */
function readIfThere(file) {
  const found = fs.statSync(file, { throwIfNoEntry: false })
  if (found === undefined) return null
  return found.isFile() ? fs.readFileSync(file, 'utf8') : ''
}

/** @param {Set<string>} known numbers of decisions */
function findUnknown(known) {
  return [...documents(), ...sources()].flatMap((file) =>
    unknownDecisions(fs.readFileSync(file, 'utf8'), known).map(
      (problem) => `${path.relative(root, file)}: ${problem}`
    )
  )
}

function wrongGuides() {
  const files = fs.readdirSync(inProject('app/texts/en/window')).map((file) => `app/texts/en/window/${file}`)
  const texts = new Set(files.flatMap((file) => listTexts(JSON.parse(read(file)))))
  const guides = fs.readdirSync(inProject('docs/guides')).map((file) => `docs/guides/${file}`)
  return guides.flatMap((page) => unknownLabels(read(page), texts).map((problem) => `${page}: ${problem}`))
}

function readDecisions() {
  const files = fs.readdirSync(inProject('docs/decisions')).filter((file) => /^\d/u.test(file))
  return files.sort().map((file) => ({ file, text: read(`docs/decisions/${file}`) }))
}

async function describeContract() {
  const { calls } = await loadContract('bridge/calls')
  const { events } = await loadContract('bridge/events')
  const source = readContract()
  return describeSurface([
    {
      title: 'Calls, from the window to the host',
      source,
      entries: Object.entries(calls).map(([name, { input }]) => ({ name, schema: input }))
    },
    {
      title: 'Events, from the host to the window',
      source,
      entries: Object.entries(events).map(([name, schema]) => ({ name, schema }))
    }
  ])
}

async function describeSettings() {
  // These need packages, which may just have been installed.
  const { describeForEditors, describeForPeople } = await import('./docs/settings.mjs')
  const { describeTests } = await import('./docs/test-schema.mjs')
  const { simpleSettings, serverSettings } = await loadContract('simple-settings')
  const { providerDescriptors: providers } = await load('app/models/routing/providers.ts')
  const described = { simpleSettings, serverSettings, providers }
  const { testFileSchema } = await load('app/workbench/tests/test-file-schema.ts')
  const [schema, page] = ['resources/settings.schema.json', 'docs/settings.md']
  return {
    [schema]: await describeForEditors(read(schema), described),
    [page]: describeForPeople(read(page), described),
    'resources/tests.schema.json': await describeTests(testFileSchema)
  }
}

function loadContract(name) {
  return load(`app/contract/${name}.ts`)
}

async function load(file) {
  const { runnerImport } = await import('vite')
  const options = { configFile: false, logLevel: 'error' }
  return (await runnerImport(inProject(file), options)).module
}

/** All sources of the contract except `approval`, which doesn't describe calls and events. */
function readContract() {
  const names = fs.readdirSync(inProject('app/contract'), { recursive: true })
  const files = names.filter((name) => /(?<!\.test)\.ts$/u.test(name) && !name.startsWith('approval'))
  return files
    .sort()
    .map((name) => read(`app/contract/${name}`))
    .join('\n')
}

function read(file) {
  return fs.readFileSync(inProject(file), 'utf8')
}

function sources() {
  return sourceFolders.flatMap((folder) =>
    fs
      .readdirSync(inProject(folder), { recursive: true })
      .filter((name) => /\.(ts|tsx|mjs|cjs|css|jsonc)$/u.test(name) && !name.endsWith('decisions.test.mjs'))
      .map((name) => inProject(folder, name))
  )
}

function documents() {
  const names = fs.readdirSync(inProject('docs'), { recursive: true }).map((name) => `docs/${name}`)
  return [...fs.readdirSync(root), ...names]
    .filter((name) => name.endsWith('.md'))
    .map((name) => inProject(name))
}
