import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import { HostError } from '../../base/host-error'
import { say } from '../../texts/render-localized'
import { readPublished, type Published } from './published'

const mostBytes = 2_000_000

/** A registry entry, a server card, or the manifest of a bundle. @throws HostError RECORDING_INVALID */
export async function openPublishedFile(file: string): Promise<Published> {
  const size = (await stat(file).catch(() => null))?.size ?? null
  const text = size === null || size > mostBytes ? '' : await readFile(file, 'utf8').catch(() => '')
  const published = readPublished(text)
  if (published === null)
    throw new HostError('RECORDING_INVALID', say('differences.notPublished', { file: path.basename(file) }))
  return published
}
