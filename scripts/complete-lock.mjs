// Completes package-lock.json after `npm install` against a registry that lacks some packages for other systems.
// npm leaves those out silently, and `npm ci` then refuses the whole lock file, everywhere. The entries added here
// name version, system and the sum of the contents, so they are skipped on this system and fetched on theirs.
// What the registry doesn't know the sum of fails: another version is chosen then, whose packages it has all of.
// `node scripts/complete-lock.mjs` after each change of a dependency; a unit test says when it was forgotten.

import fs from 'node:fs'
import { Readable } from 'node:stream'
import { inProject } from './process/paths.mjs'
import { npmCommand, run } from './process/run.mjs'
import { runScript, say, SetupError } from './process/terminal.mjs'
import { missingOptionals, unsummed } from './setup/lock-file.mjs'

await runScript(async () => {
  const file = inProject('package-lock.json')
  const before = fs.readFileSync(file, 'utf8')
  const lock = JSON.parse(before)
  const missing = missingOptionals(lock)
  for (const { name, entry } of missing) lock.packages[`node_modules/${name}`] = entry
  const wanted = unsummed(lock)
  const ask = (place) => askForSum(nameOf(place, lock), lock.packages[place].version)
  const sums = await Readable.from(wanted).map(ask, { concurrency: 4 }).toArray()
  wanted.forEach((place, index) => {
    lock.packages[place] = withSum(lock.packages[place], sums[index])
  })
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(sorted)
  const after = `${JSON.stringify(lock, null, 2)}\n`
  if (after !== before) fs.writeFileSync(file, after)
  say(`${missing.length} entries added; ${sums.filter((sum) => sum !== '').length} sums found`)
  const without = unsummed(lock)
  if (without.length === 0) return
  throw new SetupError(
    `the registry doesn't know the sum of ${without.join(', ')}. Choose a version whose packages it has.`
  )
})

/** Empty where the registry hasn't that version. */
async function askForSum(name, version) {
  const npm = npmCommand()
  const { status, output } = await run(
    npm.command,
    [...npm.args, 'view', `${name}@${version}`, 'dist.integrity'],
    {
      stdio: ['ignore', 'pipe', 'ignore']
    }
  )
  const sum = output.trim()
  return status === 0 && sum.startsWith('sha512-') ? sum : ''
}

function nameOf(place, lock) {
  return lock.packages[place].name ?? place.split('node_modules/').at(-1)
}

/** Puts the sum where npm writes it, so that the next install changes nothing. */
function withSum({ version, resolved, integrity: _old, ...rest }, integrity) {
  return { version, ...(resolved ? { resolved } : {}), ...(integrity === '' ? {} : { integrity }), ...rest }
}
