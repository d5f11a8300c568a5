// The system libraries that Electron needs on Linux. `playwright install-deps` installs the libraries of Chromium, for the releases
// of Debian and Ubuntu that it knows. GTK, which Electron also needs, and the programs of the sandbox are installed by name with
// apt. Only root gets them installed. Other users get the command to run.

import { spawnSync } from 'node:child_process'
import { hasXvfb } from '../process/display.mjs'
import { inProject } from '../process/paths.mjs'
import { run, runNode, toStderr } from '../process/run.mjs'
import { say, seconds, SetupError } from '../process/terminal.mjs'

const playwright = inProject('node_modules/playwright/cli.js')
/** Package by the program that it brings. */
const sandbox = { bwrap: 'bubblewrap', socat: 'socat' }
const gtk = 'libgtk-3-0'

/**
 * Parley runs without a sandbox for servers and says so in each server's place. So only missing libraries stop the command.
 * @param {{ executable: string, needsXvfb: boolean }} wanted
 */
export async function ensureLibraries({ executable, needsXvfb }) {
  if (process.platform !== 'linux') return
  const findNeeded = () => [...missingLibraries(executable), ...(needsXvfb && !hasXvfb() ? ['Xvfb'] : [])]
  const needed = findNeeded()
  const programs = Object.keys(sandbox).filter((program) => spawnSync(program, ['--version']).error)
  if (needed.length + programs.length === 0) return
  const packages = [...(needed.length > 0 ? [gtk] : []), ...programs.map((program) => sandbox[program])]
  const mayInstall = process.getuid() === 0 && !spawnSync('apt-get', ['--version']).error
  if (mayInstall) await install([...needed, ...programs], packages)
  const still = mayInstall ? findNeeded() : needed
  if (still.length > 0) throw new SetupError(describeMissing(still, packages, mayInstall))
  const lacking = programs.filter((program) => spawnSync(program, ['--version']).error)
  if (lacking.length > 0)
    say(`servers can't be sandboxed without ${lacking.join(' and ')}; everything else works`)
}

/** The libraries that the loader doesn't find. Without `ldd` Electron itself says what is missing. */
function missingLibraries(executable) {
  const { error, stdout } = spawnSync('ldd', [executable], { encoding: 'utf8' })
  return error ? [] : parseMissing(stdout)
}

/** @param {string} output of `ldd` */
export function parseMissing(output) {
  return [...new Set([...output.matchAll(/^\s*(\S+) => not found/gmu)].map(([, library]) => library))]
}

/** What to do about missing libraries. */
export function describeMissing(missing, packages, wasInstalled) {
  const what = `Electron needs system libraries that are missing (${missing.join(', ')})`
  if (wasInstalled) return `${what}, also after the installation. What the installation said is above.`
  return (
    `${what}. On Debian and Ubuntu this installs them:\n\n` +
    `  sudo npx playwright install-deps chromium && sudo apt-get install -y --no-install-recommends ${packages.join(' ')}\n`
  )
}

async function install(missing, packages) {
  const started = Date.now()
  say(
    `Missing on this system: ${missing.join(', ')}. You are root, so Playwright and apt-get now install them, and what they need, ` +
      'from the package sources of this system. To do it yourself, stop this and install them by hand.'
  )
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  // A release that Playwright doesn't know, or a failure: the caller looks at what is missing then.
  if (packages.includes(gtk))
    await runNode(playwright, ['install-deps', 'chromium'], { env, stdio: toStderr })
  else await run('apt-get', ['-q', 'update'], { env, stdio: toStderr })
  await run('apt-get', ['-q', 'install', '-y', '--no-install-recommends', 'ca-certificates', ...packages], {
    env,
    stdio: toStderr
  })
  say(`system packages installed in ${seconds(Date.now() - started)}`)
}
