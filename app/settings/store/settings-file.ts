/**
 * Reads the settings file from disk: a regular file of limited size in a known encoding, or a sentence why not. Never
 * writes, never waits for a pipe. `settings-writer.ts` writes it.
 */
import { createHash } from 'node:crypto'
import { constants } from 'node:fs'
import { lstat, open, readlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { SettingsProblem } from '../../contract/settings'
import { createLineIndex } from '../document/json-document'
import { fileProblem } from '../document/problem-list'
import { decodeSettingsText } from '../document/text-encoding'
import type { TextEncoding } from '../document/text-encoding'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

const limitBytes = 5 * 1024 * 1024

export type FileReading =
  | {
      readonly type: 'text'
      readonly text: string
      readonly encoding: TextEncoding
      /** Of the exact bytes. */
      readonly hash: string
      readonly warnings: readonly SettingsProblem[]
    }
  | { readonly type: 'missing' }
  | { readonly type: 'unusable'; readonly problem: SettingsProblem }

/** Never rejects, for any content of the path. */
export async function readSettingsFile(path: string): Promise<FileReading> {
  let handle: FileHandle | null = null
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    handle = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
    return await readOpened(handle, path)
  } catch (error) {
    return explainFailure(path, error)
  } finally {
    await handle?.close()
  }
}

async function readOpened(handle: FileHandle, path: string): Promise<FileReading> {
  const status = await handle.stat()
  if (!status.isFile()) {
    const isFolder = status.isDirectory()
    return unusable(
      isFolder ? say('settings.fileIsFolder', { file: path }) : say('settings.fileIsOdd', { file: path })
    )
  }
  const bytes = await readUpTo(handle, limitBytes + 1)
  if (bytes.length > limitBytes) return unusable(say('settings.fileLarge', { file: path }))
  const { text, encoding, invalidAt } = decodeSettingsText(bytes)
  if (invalidAt !== null) return { type: 'unusable', problem: encodingProblem(text, encoding, invalidAt) }
  const hash = createHash('sha256').update(bytes).digest('hex')
  const isOpenToOthers = process.platform !== 'win32' && (status.mode & 0o022) !== 0
  return { type: 'text', text, encoding, hash, warnings: isOpenToOthers ? [openToOthers(path)] : [] }
}

async function readUpTo(handle: FileHandle, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  while (length < limit) {
    const buffer = Buffer.allocUnsafe(Math.min(256 * 1024, limit - length))
    const { bytesRead } = await handle.read(buffer, 0, buffer.length)
    if (bytesRead === 0) break
    chunks.push(buffer.subarray(0, bytesRead))
    length += bytesRead
  }
  return Buffer.concat(chunks)
}

async function explainFailure(path: string, error: unknown): Promise<FileReading> {
  const { code, message } = error as NodeJS.ErrnoException
  if (code !== 'ENOENT')
    return unusable(say('settings.fileUnreadable', { file: path, reason: code ?? message }))
  const isLink = await lstat(path).then(
    (status) => status.isSymbolicLink(),
    () => false
  )
  if (!isLink) return { type: 'missing' }
  const target = await readlink(path).catch(() => 'something')
  return unusable(say('settings.fileLinkBroken', { file: path, target }))
}

function unusable(message: LocalizedText): FileReading {
  return { type: 'unusable', problem: fileProblem('error', message) }
}

function encodingProblem(text: string, encoding: TextEncoding, offset: number): SettingsProblem {
  const position = createLineIndex(text)(offset)
  const message = say('settings.notEncoded', {
    encoding: encoding.startsWith('utf-8') ? 'UTF-8' : 'UTF-16',
    line: `${position.line}`,
    column: `${position.column}`
  })
  return { severity: 'error', message, ...position, path: '', serverName: null }
}

function openToOthers(path: string): SettingsProblem {
  return fileProblem('warning', say('settings.fileOpenToOthers', { file: path }))
}
