/**
 * A copy of a bundle under inspection, so that what is shown is what is installed even if the file changes. An appended
 * signature is removed.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { copyFile, mkdir, open, stat, type FileHandle } from 'node:fs/promises'
import path from 'node:path'
import type { BundleSignature } from '../../contract/servers/adding'
import { sizeText } from '../../contract/content/amounts'
import { quote, say } from '../../texts/render-localized'
import { shownLanguage } from '../../texts/translated'
import { bundleLimits } from '../limits'
import { problems, refuseBundle } from '../bundle-problem'
import { checkSignature } from './signature'

export interface Staged {
  readonly file: string
  /** Of the original bundle, signature included. */
  readonly size: number
  readonly sha256: string
  readonly signature: BundleSignature
}

/** Parts of a signature: mark, length, PKCS#7, mark (mcpb, `src/node/sign.ts`). */
const signatureBegin = Buffer.from('MCPB_SIG_V1')
const signatureEnd = Buffer.from('MCPB_SIG_END')
const longestSignature = 1_048_576

/** Creates `folder`. @throws HostError BUNDLE_REFUSED */
export async function stage(source: string, folder: string): Promise<Staged> {
  const { size } = await lookAt(source)
  const file = path.join(folder, 'bundle.zip')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // Shares blocks with the original if the file system can.
  await copyFile(source, file, constants.COPYFILE_FICLONE).catch((error: unknown) => {
    throw unreadable(error)
  })
  const handle = await open(file, 'r+')
  try {
    const sha256 = await hashOf(handle)
    const signature = await cutSignature(handle)
    return {
      file,
      size,
      sha256,
      signature: signature === null ? { state: 'none' } : await checkSignature(signature, file, Date.now())
    }
  } finally {
    await handle.close()
  }
}

async function lookAt(source: string): Promise<{ readonly size: number }> {
  const found = await stat(source).catch((error: unknown) => {
    throw unreadable(error)
  })
  if (!found.isFile()) throw problems.notZip()
  if (found.size > bundleLimits.packed)
    throw problems.tooLarge(sizeText(bundleLimits.packed, shownLanguage()))
  return found
}

async function hashOf(handle: FileHandle): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of handle.createReadStream({ start: 0, autoClose: false }))
    hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Removes the PKCS#7 and returns it; null: unsigned. */
async function cutSignature(handle: FileHandle): Promise<Buffer | null> {
  const { size } = await handle.stat()
  const length = Math.min(size, longestSignature)
  const { buffer: tail } = await handle.read(Buffer.alloc(length), 0, length, size - length)
  if (!tail.subarray(-signatureEnd.length).equals(signatureEnd)) return null
  const at = tail.lastIndexOf(signatureBegin)
  const head = at + signatureBegin.length + 4
  if (at < 0 || head + tail.readUInt32LE(head - 4) + signatureEnd.length !== tail.length) return null
  const end = size - length + at
  await handle.truncate(end)
  await forgetComment(handle, end)
  return tail.subarray(head, -signatureEnd.length)
}

/** Some signers store the signature as the zip's comment, which is now gone. */
async function forgetComment(handle: FileHandle, end: number): Promise<void> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(22), 0, 22, Math.max(0, end - 22))
  if (bytesRead === 22 && buffer.readUInt32LE(0) === 0x06054b50)
    await handle.write(Buffer.from([0, 0]), 0, 2, end - 2)
}

function unreadable(error: unknown): Error {
  const { code = '' } = error as NodeJS.ErrnoException
  return refuseBundle(say('bundles.unreadable', { reason: quote(code) }), { cause: error })
}
