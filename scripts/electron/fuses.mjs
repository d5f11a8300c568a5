// Puts an executable's fuses back to Electron's own defaults. The program that the registry-hosted runtime comes
// from switched off what end-to-end tests need, and loads a snapshot of its own.

import { open, readFile } from 'node:fs/promises'
import { SetupError } from '../process/terminal.mjs'

const sentinel = Buffer.from('dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX')
// In order: RunAsNode, CookieEncryption, NodeOptions, CliInspect, AsarIntegrity, OnlyLoadAppFromAsar,
// BrowserSnapshot, GrantFileProtocolExtraPrivileges.
const defaults = '10110001'

export async function resetFuses(executable) {
  const binary = await readFile(executable)
  const at = binary.indexOf(sentinel)
  const wire = at + sentinel.length
  const isKnown =
    at >= 0 &&
    binary.indexOf(sentinel, at + 1) < 0 &&
    binary[wire] === 1 &&
    binary[wire + 1] === defaults.length
  if (!isKnown) throw new SetupError(`${executable} has fuses of an unknown kind`)
  const handle = await open(executable, 'r+')
  try {
    await handle.write(Buffer.from(defaults), 0, defaults.length, wire + 2)
  } finally {
    await handle.close()
  }
}
