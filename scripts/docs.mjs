// `npm run docs`: writes docs/reference.md, the list of calls and events, from the contract; then checks that links in
// all documents lead somewhere and that the npm scripts they name exist. `-- --check` writes nothing.

import './setup/node-version.mjs'
import fs from 'node:fs'
import path from 'node:path'
import { brokenReferences } from './docs/references.mjs'
import { describeSurface } from './docs/surface.mjs'
import { inProject, root } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

const reference = inProject('docs/reference.md')

await runScript(async () => {
  await ensureDependencies()
  const text = await describeContract()
  const isCurrent = fs.existsSync(reference) && fs.readFileSync(reference, 'utf8') === text
  if (!isCurrent && process.argv.includes('--check'))
    throw new SetupError('docs/reference.md is out of date; run `npm run docs`')
  if (!isCurrent) fs.writeFileSync(reference, text)
  const { scripts } = JSON.parse(fs.readFileSync(inProject('package.json'), 'utf8'))
  const broken = documents().flatMap((file) =>
    brokenReferences({
      text: fs.readFileSync(file, 'utf8'),
      scripts: Object.keys(scripts),
      exists: (target) => fs.existsSync(path.resolve(path.dirname(file), target))
    }).map((problem) => `${path.relative(root, file)}: ${problem}`)
  )
  if (broken.length > 0) throw new SetupError(`these lead nowhere:\n  ${broken.join('\n  ')}`)
  say(`documents are in order${isCurrent ? '' : ', docs/reference.md written anew'}`)
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

async function loadContract(name) {
  const { runnerImport } = await import('vite')
  const options = { configFile: false, logLevel: 'error' }
  return (await runnerImport(inProject(`app/contract/${name}.ts`), options)).module
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
