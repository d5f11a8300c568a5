import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { HostError } from '../../base/host-error'
import type { Published } from '../../contract/workbench/differences'
import { say } from '../../texts/render-localized'
import { readPublished } from './published'

const mostBytes = 2_000_000

/** A registry entry, a server card, or the manifest of a bundle. @throws HostError RECORDING_INVALID */
export async function openPublishedFile(file: string): Promise<Published> {
  const named = { file: path.basename(file) }
  const found = await stat(file).catch(() => null)
  if (found !== null && found.size > mostBytes)
    throw new HostError('RECORDING_INVALID', say('differences.fileTooLarge', named))
  const text = found === null ? null : await readFile(file, 'utf8').catch(() => null)
  if (text === null) throw new HostError('RECORDING_INVALID', say('differences.fileUnreadable', named))
  const published = readPublished(text)
  if (published === null) throw new HostError('RECORDING_INVALID', say('differences.notPublished', named))
  return published
}
