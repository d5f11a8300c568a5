/** Exports approved tool definitions to the lock file next to the settings, and imports them from a shared one. */
import { readFile, stat } from 'node:fs/promises'
import writeFileAtomic from 'write-file-atomic'
import { HostError } from '../../base/host-error'
import { invalid, readLockText, toLockText } from './lock-file'
import type { ConsentStore } from './consent-store'
import { say } from '../../texts/render-localized'

type Pins = ConsentStore['pins']

/** @throws HostError FILE_WRITE_FAILED */
export async function exportPins(pins: Pins, file: string): Promise<{ path: string; toolCount: number }> {
  const listed = pins.list()
  try {
    await writeFileAtomic(file, toLockText(listed))
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new HostError('FILE_WRITE_FAILED', say('consent.lockFileNotWritten', { file, reason }), {
      cause: error
    })
  }
  return { path: file, toolCount: listed.length }
}

/**
 * A definition in the file replaces a different one that is pinned here. Permissions store their own hashes, so the
 * import doesn't extend any. @throws HostError CONSENT_INVALID_LOCK_FILE
 */
export async function importPins(
  pins: Pins,
  { file, now }: { readonly file: string; readonly now: () => number }
): Promise<{ path: string; addedCount: number; changedCount: number }> {
  const found = readLockText(await readText(file), now())
  const known = found.map((pin) => pins.of(pin.serverName, pin.toolName))
  const addedCount = known.filter((pin) => pin === undefined).length
  const changedCount = known.filter(
    (pin, index) => pin !== undefined && pin.hash !== found[index]?.hash
  ).length
  await pins.add(found)
  return { path: file, addedCount, changedCount }
}

/** Far more than thousands of tools need. */
const largestFile = 32 * 1024 * 1024

async function readText(file: string): Promise<string> {
  const { size } = await stat(file).catch(() => ({ size: 0 })) // the read below reports the error
  if (size > largestFile) throw invalid(say('consent.lockFileLarge'))
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw invalid(say('consent.lockFileMissing', { file }), error)
  }
}
