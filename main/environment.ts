/**
 * The environment that Parley was started with. It may hold keys, and Electron hands `process.env` as it is to the
 * preload of every window: what stays in there is known to be harmless. Importing this takes the rest out, so the
 * composition root imports it first. What other programs inherit from the system's own list is left alone.
 */
const harmless =
  /^(?:PATH|PATHEXT|HOME|USER|USERNAME|USERPROFILE|LANG|LC_\w+|TZ|TMPDIR|TEMP|TMP|DISPLAY|WAYLAND_DISPLAY|XDG_\w+|ELECTRON_\w+|SystemRoot|windir|ComSpec|APPDATA|LOCALAPPDATA|ProgramData)$/i

/** All of it, by name. */
export const environment: Readonly<Record<string, string | undefined>> = { ...process.env }

process.env = Object.fromEntries(Object.entries(environment).filter(([name]) => harmless.test(name)))
