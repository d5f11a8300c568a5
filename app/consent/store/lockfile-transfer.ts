/** Approved definitions of tools out to the lock file beside the settings, and in from one that somebody shared. */
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
 * A definition in the file takes the place of another one that is pinned here. Grants hold their own hashes, so none
 * of them comes to reach further by that. @throws HostError CONSENT_INVALID_LOCK_FILE
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

/** Far above what thousands of tools take. */
const largestFile = 32 * 1024 * 1024

async function readText(file: string): Promise<string> {
  const { size } = await stat(file).catch(() => ({ size: 0 })) // told by the reading
  if (size > largestFile) throw invalid(say('consent.lockFileLarge'))
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    throw invalid(say('consent.lockFileMissing', { file }), error)
  }
}
