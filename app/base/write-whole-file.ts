/**
 * Replaces a file completely or not at all. The library takes a partial write for a complete one, as on an almost full
 * disk, so everything is written here first.
 */
import fs from 'node:fs'
import { stat } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import writeFileAtomic from 'write-file-atomic'

const writeFile = promisify(fs.writeFile)

/** `mode`: by default the mode of the replaced file. Rejects like the file system; the old file is then unchanged. */
export async function writeWholeFile(
  file: string,
  content: string | Uint8Array,
  options: { readonly mode?: number } = {}
): Promise<void> {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content
  await retryWhileBusy(() =>
    writeFileAtomic(file, '', {
      ...options,
      // oxlint-disable-next-line typescript/no-misused-promises -- the library waits for it, and its types do not say so
      tmpfileCreated: async (temporary) => {
        await writeFile(temporary, bytes)
        const { size } = await stat(temporary)
        if (size !== bytes.length) throw new Error(`${size} of ${bytes.length} bytes were written`)
      }
    })
  )
}

const busyCodes = ['EPERM', 'EACCES', 'EBUSY']
/** In milliseconds: before the second try, and the longest wait. Together a little over a second. */
const waits = { first: 20, longest: 640 }

/** On Windows, a file can't be replaced while a virus scanner or the search index reads it, which takes a moment. */
export async function retryWhileBusy<T>(
  work: () => Promise<T>,
  platform = process.platform,
  wait: (waitMs: number) => Promise<unknown> = sleep
): Promise<T> {
  for (let waitMs = waits.first; ; waitMs *= 2) {
    try {
      return await work()
    } catch (error) {
      const isBusy = busyCodes.includes((error as NodeJS.ErrnoException).code ?? '')
      if (platform !== 'win32' || !isBusy || waitMs > waits.longest) throw error
    }
    await wait(waitMs)
  }
}
