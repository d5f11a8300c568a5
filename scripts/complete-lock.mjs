// Completes package-lock.json after `npm install` against a registry that lacks some packages for other systems.
// npm leaves those out silently, and `npm ci` then refuses the whole lock file, everywhere. The entries added here
// name version, system and the sum of the contents, so they are skipped on this system and fetched on theirs.
// A package that the registry lacked gets a sum that nothing has, so that nobody can be given anything under its name;
// `--ask` looks those sums up, where the whole registry can be reached.
// `node scripts/complete-lock.mjs` after each change of a dependency; a unit test says when it was forgotten.

import fs from 'node:fs'
import { inProject } from './process/paths.mjs'
import { npmCommand, run } from './process/run.mjs'
import { sideBySide } from './process/side-by-side.mjs'
import { runScript, say } from './process/terminal.mjs'
import { closedPackages, closedSum, missingOptionals, unsummed } from './setup/lock-file.mjs'

await runScript(async () => {
  const file = inProject('package-lock.json')
  const before = fs.readFileSync(file, 'utf8')
  const lock = JSON.parse(before)
  const missing = missingOptionals(lock)
  for (const { name, entry } of missing) lock.packages[`node_modules/${name}`] = entry
  const unknown = closedPackages(lock).map(({ place }) => place)
  const wanted = [...new Set([...unsummed(lock), ...unknown])]
  const ask = (place) => askForSum(nameOf(place, lock), lock.packages[place].version)
  const sums = process.argv.includes('--ask') ? await sideBySide(4, wanted, ask) : wanted.map(() => null)
  wanted.forEach((place, index) => {
    lock.packages[place] = withSum(lock.packages[place], sums[index] ?? closedSum)
  })
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, 'en'))
  lock.packages = Object.fromEntries(sorted)
  const after = `${JSON.stringify(lock, null, 2)}\n`
  if (after !== before) fs.writeFileSync(file, after)
  const closed = closedPackages(lock)
  say(`${missing.length} entries added; ${sums.filter((sum) => sum !== null).length} sums found`)
  say(
    `${closed.length} are closed and installed nowhere: ${closed.map(({ spec }) => spec).join(', ') || 'none'}`
  )
})

/** Null where the registry hasn't that version. */
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
  return status === 0 && sum.startsWith('sha512-') ? sum : null
}

function nameOf(place, lock) {
  return lock.packages[place].name ?? place.split('node_modules/').at(-1)
}

/** The sum stands where npm writes it, so that its next install moves nothing. */
function withSum({ version, resolved, integrity: _old, ...rest }, integrity) {
  return { version, ...(resolved ? { resolved } : {}), integrity, ...rest }
}
