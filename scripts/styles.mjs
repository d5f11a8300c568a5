// `node scripts/styles.mjs`, a part of `npm run check`: raw lengths, colours, layers and durations outside of the tokens,
// classes and tokens that are missing or unused, and folders whose layer has no place.

import './setup/node-version.mjs'
import fs from 'node:fs'
import { findLayer, layersInOrder } from './build/style-layers.mjs'
import { inProject } from './process/paths.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { ensureDependencies } from './setup/dependencies.mjs'

await runScript(async () => {
  await ensureDependencies()
  const { findStyleProblems } = await import('./styles/find-problems.mjs')
  const files = fs.readdirSync(inProject('renderer'), { recursive: true, encoding: 'utf8' })
  const read = (ends) =>
    files
      .filter((file) => ends.test(file))
      .map((file) => ({
        file: `renderer/${file.replaceAll('\\', '/')}`,
        text: fs.readFileSync(inProject('renderer', file), 'utf8')
      }))
  const layers = layersInOrder()
  const layerless = files
    .filter((file) => file.endsWith('.module.css') && !layers.includes(findLayer(file)))
    .map((file) => `renderer/${file}: the layer ${findLayer(file)} has no place in renderer/ui/reset.css`)
  const found = findStyleProblems({
    tokens: 'renderer/ui/tokens.css',
    sheets: read(/\.css$/u),
    scripts: read(/(?<!\.test)\.tsx?$/u)
  })
  const problems = [...layerless, ...found]
  if (problems.length > 0) throw new SetupError(`styles are not in order:\n  ${problems.join('\n  ')}`)
  say('styles are in order')
})
