/** Writes a bundle's files completely and durably, with minimal permissions. */
import { createWriteStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { HostError } from '../../base/host-error'
import { quote, say } from '../../texts/render-localized'
import type { OpenZip } from '../zip/open-zip'
import { unpackBundle } from '../zip/unpack'

/** `isProgram`: of files that are executed directly. @throws HostError BUNDLE_REFUSED, FILE_WRITE_FAILED */
export async function writeFiles(
  { zip, files }: OpenZip,
  folder: string,
  isProgram: (name: string) => boolean
): Promise<void> {
  const folders = new Set<string>([folder])
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    for (const file of files) {
      const target = path.join(folder, ...file.name.split('/'))
      const parent = path.dirname(target)
      if (!folders.has(parent)) await mkdir(parent, { recursive: true, mode: 0o700 })
      folders.add(parent)
      const mode = file.isExecutable || isProgram(file.name) ? 0o700 : 0o600
      // `wx`: fails if the file exists, and follows no link.
      await pipeline(unpackBundle(zip, file), createWriteStream(target, { flags: 'wx', mode, flush: true }))
    }
    for (const each of folders) await keep(each)
  } catch (error) {
    throw error instanceof HostError ? error : notWritten(folder, error)
  }
}

/** Makes the folder's entries durable if the system can. */
export async function keep(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null) // Windows can't open folders
  await handle?.sync().catch(() => {})
  await handle?.close()
}

export function notWritten(file: string, error: unknown): HostError {
  const reason = (error as NodeJS.ErrnoException).code ?? ''
  return new HostError('FILE_WRITE_FAILED', say('host.notWritten', { file, reason: quote(reason) }), {
    cause: error
  })
}
