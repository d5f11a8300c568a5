// What an Electron distribution folder looks like on each system.

import fs from 'node:fs'
import path from 'node:path'

const executables = { win32: 'electron.exe', darwin: 'Electron.app/Contents/MacOS/Electron' }
export const executableName = executables[process.platform] ?? 'electron'

/** The distribution in `folder`, or undefined where there is no executable in it. */
export function describeDistribution(folder, source) {
  const executable = path.join(folder, executableName)
  try {
    fs.accessSync(executable, fs.constants.X_OK)
  } catch {
    return undefined // this is the question that the caller asks
  }
  return { dist: folder, executable, version: readVersion(folder), source }
}

function readVersion(folder) {
  try {
    return fs.readFileSync(path.join(folder, 'version'), 'utf8').trim().replace(/^v/u, '')
  } catch {
    return 'unknown' // a build from source has no version file and works all the same
  }
}
