/**
 * The environment that Parley was started with. It may hold keys, and Electron hands `process.env` as it is to the
 * preload of every window: what stays in there is known to be harmless. Importing this takes the rest out, so the
 * composition root imports it first. What other programs inherit from the system's own list is left alone.
 */
import fs from 'node:fs'

const harmless =
  /^(?:PATH|PATHEXT|HOME|USER|USERNAME|USERPROFILE|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XDG_\w+|ELECTRON_\w+|SystemRoot|windir|ComSpec|APPDATA|LOCALAPPDATA|ProgramData)$/i

/** All of it, by name. */
export const environment: Readonly<Record<string, string | undefined>> = { ...takenOut(), ...process.env }

/**
 * Electron takes this one away where its fuse for Node's options is off, as it is in the package; npm and uv are to have
 * it all the same. Linux keeps what was there at the start.
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
