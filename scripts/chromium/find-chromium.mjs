// The Chromium that shows the window's page in `npm run chromium`: PARLEY_CHROMIUM, the user's cache, or the system's.

import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { SetupError } from '../process/terminal.mjs'

const cache = path.join(process.env.XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'parley-chromium')
const installed = '/usr/bin/chromium'

/** @returns {{ executable: string, libraries: string } | null} `libraries`: folders of libraries that came with it */
export function findChromium() {
  const unpacked = path.join(cache, 'usr/lib/chromium/chromium')
  const executable = [process.env.PARLEY_CHROMIUM, unpacked, installed].find(
    (file) => file && fs.existsSync(file)
  )
  if (executable === undefined) return null
  return { executable, libraries: executable === unpacked ? listLibraries() : '' }
}

function listLibraries() {
  const folder = path.join(cache, 'usr/lib')
  const names = fs.readdirSync(folder, { recursive: true })
  const folders = names
    .filter((name) => /\.so(?:\.\d+)*$/u.test(name))
    .map((name) => path.dirname(path.join(folder, name)))
  return [...new Set(folders)].join(':')
}

/** Debian's package, and those that it needs and this system lacks, unpacked and not installed. */
export function fetchChromium() {
  const packages = path.join(cache, 'packages')
  fs.rmSync(cache, { recursive: true, force: true })
  fs.mkdirSync(packages, { recursive: true })
  const apt = (...args) => execFileSync('apt-get', args, { cwd: packages, encoding: 'utf8' })
  try {
    const planned = apt('install', '--print-uris', '--yes', '--no-install-recommends', 'chromium')
    const names = [...planned.matchAll(/^'\S+' (\w[^_\s]*)_/gmu)].map(([, name]) => name)
    if (names.length === 0) throw new Error('apt-get offers no chromium, or it is installed')
    apt('download', ...names)
    for (const file of fs.readdirSync(packages))
      execFileSync('dpkg-deb', ['--extract', path.join(packages, file), cache])
  } catch (error) {
    throw new SetupError(`Chromium could not be downloaded: ${error.message}`)
  } finally {
    fs.rmSync(packages, { recursive: true })
  }
}
