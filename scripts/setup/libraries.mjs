// The system libraries that Electron needs on Linux: asks the loader what it cannot find and names the packages of
// Debian and Ubuntu that have it. As root they are installed; otherwise the person gets the one command to type.

import { spawnSync } from 'node:child_process'
import fs from 'node:fs'
import { hasXvfb } from '../process/display.mjs'
import { run, toStderr } from '../process/run.mjs'
import { say, seconds, SetupError } from '../process/terminal.mjs'
import { announceInstallation, packagesFor, parseMissing, resolvePackageNames } from './library-packages.mjs'

const isLinux = process.platform === 'linux'
const walls = ['bwrap', 'socat']
/** Every Electron needs these, and what their packages bring along is most of all that it needs. */
const surelyNeeded = ['libasound.so.2', 'libgbm.so.1', 'libgtk-3.so.0', 'libnss3.so']

/**
 * For root: installs what is seen to be missing while there is no Electron yet that the loader could be asked about, so that
 * it takes no time of its own. Never rejects: what it could not do is asked for again, and said, once there is one.
 * @param {{ needsXvfb: boolean }} wanted
 */
export async function ensureSurelyNeeded({ needsXvfb }) {
  if (!isLinux || process.getuid() !== 0 || !hasApt()) return
  const missing = [...missingLibraries(), ...missingXvfb(needsXvfb), ...missingWalls()]
  if (missing.length === 0) return
  await install(packagesFor(missing), missing).catch((error) => say(error.message))
}

/** @param {{ executable: string, needsXvfb: boolean }} wanted */
export async function ensureLibraries({ executable, needsXvfb }) {
  if (!isLinux) return
  const missing = findMissing({ executable, needsXvfb })
  if (missing.length === 0) return
  const packages = packagesFor(missing)
  if (!hasApt())
    throw new SetupError(
      `these are missing on this system: ${missing.join(', ')}. Install them with its package manager.`
    )
  if (process.getuid() !== 0) {
    const names = resolvePackageNames(packages, { isKnown: isKnownToApt, osRelease: readOsRelease() })
    throw new SetupError(
      `Electron needs system libraries that are missing (${missing.join(', ')}). This installs them:\n\n` +
        `  sudo apt-get update && sudo apt-get install -y --no-install-recommends ${names.join(' ')}\n`
    )
  }
  await install(packages, missing)
  const still = findMissing({ executable, needsXvfb })
  if (still.length > 0)
    throw new SetupError(`these are still missing after the installation: ${still.join(', ')}`)
}

/**
 * What contains servers. Parley runs without it, and says in a server's place what is missing: so nobody is stopped for
 * it, and only root, who would be installed the libraries, too, has it installed.
 */
export async function ensureWalls() {
  if (!isLinux) return
  const missing = missingWalls()
  if (missing.length === 0) return
  const names = packagesFor(missing)
  if (!hasApt() || process.getuid() !== 0) {
    say(`servers can't be contained without ${names.join(' and ')}; everything else works`)
    return
  }
  await install(names, missing).catch((error) => {
    if (!(error instanceof SetupError)) throw error
    say(`servers can't be contained: ${error.message}`)
  })
}

function findMissing({ executable, needsXvfb }) {
  const ldd = spawnSync('ldd', [executable], { encoding: 'utf8' })
  // Without ldd (some very small systems) nothing can be known; Electron then says itself what it lacks.
  return [...(ldd.error ? [] : parseMissing(ldd.stdout)), ...missingXvfb(needsXvfb)]
}

/** Of those that are surely needed; none where the system's list of its libraries can't be read. */
function missingLibraries() {
  const { error, stdout } = spawnSync('ldconfig', ['-p'], { encoding: 'utf8' })
  return error ? [] : surelyNeeded.filter((name) => !stdout.includes(`\t${name} `))
}

const missingXvfb = (isNeeded) => (isNeeded && !hasXvfb() ? ['Xvfb'] : [])

const missingWalls = () => walls.filter((program) => spawnSync(program, ['--version']).error)

async function install(packages, missing) {
  const started = Date.now()
  const wanted = fs.existsSync('/etc/ssl/certs/ca-certificates.crt')
    ? packages
    : ['ca-certificates', ...packages]
  const resolve = () => resolvePackageNames(wanted, { isKnown: isKnownToApt, osRelease: readOsRelease() })
  const announced = resolve()
  say(announceInstallation(missing, announced))
  // A list that cannot be renewed may still be good enough; the installation will tell.
  await apt(['update'])
  const names = resolve()
  if (names.join() !== announced.join()) say(`by their names of today: ${names.join(' ')}`)
  const status = await apt(['install', '-y', '--no-install-recommends', ...names])
  if (status !== 0)
    throw new SetupError(`apt-get could not install ${names.join(' ')}; what it said is above`)
  say(`system packages installed in ${seconds(Date.now() - started)}`)
}

/** @param {string[]} names of packages; @throws SetupError where this user can't install them */
export async function installPackages(names) {
  if (!isLinux || process.getuid() !== 0 || !hasApt())
    throw new SetupError(`only root can install ${names.join(' ')}, with apt-get`)
  await apt(['update'])
  const status = await apt(['install', '-y', '--no-install-recommends', ...names])
  if (status !== 0) throw new SetupError(`apt-get could not install ${names.join(' ')}`)
}

async function apt(args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C.UTF-8' }
  const options = ['-q', '-o', 'DPkg::Lock::Timeout=300', '-o', 'Dpkg::Use-Pty=0']
  const { status } = await run('apt-get', [...options, ...args], { env, stdio: toStderr, cwd: '/' })
  return status
}

const hasApt = () => !spawnSync('apt-get', ['--version']).error

/** Whether apt has a package of that very name, not only one that provides it. */
function isKnownToApt(name) {
  const { error, status, stdout } = spawnSync('apt-cache', ['show', '--no-all-versions', name], {
    encoding: 'utf8'
  })
  return !error && status === 0 && stdout.includes(`Package: ${name}\n`)
}

function readOsRelease() {
  try {
    return fs.readFileSync('/etc/os-release', 'utf8')
  } catch {
    return '' // the names without the newer ending are the best guess then
  }
}
