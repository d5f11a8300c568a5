// Install scripts of packages. None of them runs: .npmrc and the set-up turn them off. Each is listed here with what it would do
// and why Parley doesn't need it. `npm run check` fails if a package has one that isn't listed, because it wasn't reviewed.

import fs from 'node:fs'
import path from 'node:path'

/** Name of the package → what its script would do, and why Parley doesn't need it. */
export const readScripts = Object.freeze({
  'electron-winstaller':
    'copies the 7-Zip of this processor beside itself; it makes installers of a kind that Parley does not build',
  esbuild:
    'fetches or copies its program where npm left it out; the packages of all systems are in the lock, and only the site uses it',
  tldjs:
    'fetches a newer list of domains where a variable asks for it; fastmcp brings it for a tunnel that nothing here opens'
})

const whenInstalled = ['preinstall', 'install', 'postinstall']

/**
 * Packages that bring such a program and aren't named.
 * @param {Record<string, { hasInstallScript?: boolean, name?: string }>} packages of package-lock.json
 * @param {(place: string) => { manifest?: { scripts?: Record<string, string> }, hasGyp: boolean }} look at the package
 *   itself, as far as it is installed: a lock file that leaves its mark out would hide it
 * @returns {string[]}
 */
export function unreadScripts(packages, look) {
  return Object.entries(packages)
    .filter(([place]) => place !== '')
    .flatMap(([place, entry]) => {
      const { manifest, hasGyp } = look(place)
      const brings =
        entry.hasInstallScript === true ||
        hasGyp ||
        whenInstalled.some((name) => manifest?.scripts?.[name] !== undefined)
      const name = entry.name ?? nameOf(place)
      return brings && !Object.hasOwn(readScripts, name) ? [name] : []
    })
}

/** Names here that no package of the lock has any more. */
export function goneScripts(packages) {
  const present = new Set(Object.entries(packages).map(([place, entry]) => entry.name ?? nameOf(place)))
  return Object.keys(readScripts).filter((name) => !present.has(name))
}

/** What is installed at a place of the lock below `folder`. */
export function lookAt(folder, place) {
  const file = path.join(folder, place, 'package.json')
  const manifest = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : undefined
  // npm compiles what brings this file and no script of its own.
  return { manifest, hasGyp: fs.existsSync(path.join(folder, place, 'binding.gyp')) }
}

const nameOf = (place) => place.split('node_modules/').at(-1)
