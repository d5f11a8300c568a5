/**
 * The environment that Parley was started with. It may contain keys, and Electron hands all of `process.env` to the
 * preload of every window, so only variables that are known to be harmless stay there. Importing this module removes
 * the rest, so the composition root imports it first. What other programs inherit from the system's own list doesn't
 * change.
 */
import fs from 'node:fs'

const harmless =
  /^(?:PATH|PATHEXT|HOME|USER|USERNAME|USERPROFILE|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XDG_\w+|ELECTRON_\w+|SystemRoot|windir|ComSpec|APPDATA|LOCALAPPDATA|ProgramData)$/i

/** All variables, by name. */
export const environment: Readonly<Record<string, string | undefined>> = { ...takenOut(), ...process.env }

/**
 * Electron removes this one if its fuse for Node's options is off, as in the package, but npm and uv need it.
 * Linux keeps the environment of the start.
 */
function takenOut(): Readonly<Record<string, string>> {
  try {
    const first = fs.readFileSync('/proc/self/environ', 'utf8').split('\0')
    return Object.fromEntries(
      first.flatMap((each) => {
        const value = /^NODE_EXTRA_CA_CERTS=(.+)$/s.exec(each)?.[1]
        return value === undefined ? [] : [['NODE_EXTRA_CA_CERTS', value]]
      })
    )
  } catch {
    return {} // another system
  }
}

process.env = Object.fromEntries(Object.entries(environment).filter(([name]) => harmless.test(name)))
