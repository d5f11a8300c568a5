// `npm run docs`: writes docs/reference.md, the list of calls and events, from the contract, docs/protocol.md, the
// requirements of the protocol with their tests, and what is said of settings in docs/settings.md and in the schema for
// editors; then checks that every duty has a test, that links in all documents
// lead somewhere and that the npm scripts they name exist. `-- --check` writes nothing.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { brokenReferences } from './docs/references.mjs'
import {
  countBuilt,
  describeRequirements,
  missingTests,
  readProtocol,
  wrongCounts
} from './docs/requirements.mjs'
import { bringUpToDate } from './docs/pages.mjs'
import { describeForEditors, describeForPeople } from './docs/settings.mjs'
import { describeSurface } from './docs/surface.mjs'
import { inProject, root } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

await runScript(async () => {
  await ensureDependencies()
  const { requirements, tests } = readProtocol()
  const settings = await describeSettings()
  const pages = {
    ...settings,
    'docs/reference.md': await describeContract(),
    'docs/protocol.md': describeRequirements(requirements, tests)
  }
  const written = Object.entries(pages).filter(([page, text]) => bringUpToDate(page, text, 'npm run docs'))
  const missing = missingTests(requirements, tests)
  if (missing.length > 0) throw new SetupError(`requirements and tests disagree:\n  ${missing.join('\n  ')}`)
  const wrong = wrongCounts(fs.readFileSync(inProject('README.md'), 'utf8'), countBuilt(requirements))
  if (wrong.length > 0) throw new SetupError(`README.md counts otherwise:\n  ${wrong.join('\n  ')}`)
  const { scripts } = JSON.parse(fs.readFileSync(inProject('package.json'), 'utf8'))
  const broken = documents().flatMap((file) =>
    brokenReferences({
      text: fs.readFileSync(file, 'utf8'),
      scripts: Object.keys(scripts),
      exists: (target) => fs.existsSync(path.resolve(path.dirname(file), target))
    }).map((problem) => `${path.relative(root, file)}: ${problem}`)
  )
  if (broken.length > 0) throw new SetupError(`these lead nowhere:\n  ${broken.join('\n  ')}`)
  say(['documents are in order', ...written.map(([page]) => `${page} written anew`)].join(', '))
})

async function describeContract() {
  const { calls } = await loadContract('calls')
  const { events } = await loadContract('events')
  return describeSurface([
    {
      title: 'Calls, from the window to the host',
      source: readContract('calls'),
      entries: Object.entries(calls).map(([name, { input }]) => ({ name, schema: input }))
    },
    {
      title: 'Events, from the host to the window',
      source: readContract('events'),
      entries: Object.entries(events).map(([name, schema]) => ({ name, schema }))
    }
  ])
}

async function describeSettings() {
  const { simpleSettings, serverSettings } = await loadContract('simple-settings')
  const { providerDescriptors: providers } = await load('app/models/routing/providers.ts')
  const described = { simpleSettings, serverSettings, providers }
  const [schema, page] = ['resources/settings.schema.json', 'docs/settings.md']
  return {
    [schema]: await describeForEditors(fs.readFileSync(inProject(schema), 'utf8'), described),
    [page]: describeForPeople(fs.readFileSync(inProject(page), 'utf8'), described)
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

function readContract(name) {
  return fs.readFileSync(inProject(`app/contract/${name}.ts`), 'utf8')
}

function documents() {
  const names = fs.readdirSync(inProject('docs'), { recursive: true }).map((name) => `docs/${name}`)
  return [...fs.readdirSync(root), ...names]
    .filter((name) => name.endsWith('.md'))
    .map((name) => inProject(name))
}
