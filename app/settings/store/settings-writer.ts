/**
 * Writes the settings file: one change after the other, each applied to the newest text on disk, the old version kept
 * as a backup, the file replaced in one step. The caller defines a change.
 */
import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import pLimit from 'p-limit'
import { HostError } from '../../base/host-error'
import { writeWholeFile } from '../../base/write-whole-file'
import { keepBackup } from './backups'
import { readSettingsFile } from './settings-file'
import type { FileReading } from './settings-file'
import { encodeText } from '../document/text-encoding'
import type { LocalizedText } from '../../contract/localized-text'
import { say } from '../../texts/render-localized'

/** A program that writes the file this often during one change won't stop. */
const mostRetries = 5

export interface SettingsWriterOptions {
  readonly file: string
  readonly backupFolder: string
  /** What a change starts from if there is no file. */
  readonly initialText: string
  readonly now: () => number
}

export interface SettingsWriter {
  /**
   * Applies `change` to the newest text and writes the result; resolves to the text of the file.
   * If `change` throws, its error is thrown and nothing is written.
   * @throws HostError SETTINGS_UNREADABLE, SETTINGS_WRITE_FAILED
   */
  write(change: (text: string) => string): Promise<string>
  /** Resolves when no write is in progress. */
  settled(): Promise<void>
}

type TextReading = Extract<FileReading, { type: 'text' }> | null

export function createSettingsWriter(options: SettingsWriterOptions): SettingsWriter {
  const oneByOne = pLimit(1)

  async function read(): Promise<TextReading> {
    const reading = await readSettingsFile(options.file)
    if (reading.type === 'unusable') throw new HostError('SETTINGS_UNREADABLE', reading.problem.message)
    return reading.type === 'text' ? reading : null
  }

  async function write(change: (text: string) => string): Promise<string> {
    for (let attempt = 0; attempt < mostRetries; attempt += 1) {
      const before = await read()
      const text = change(before?.text ?? options.initialText)
      if (text === before?.text) return text
      await backUp(before)
      // Another program may have saved meanwhile: its change must not be lost.
      if ((await read())?.hash !== before?.hash) continue
      await replace(text, before)
      return text
    }
    throw writeFailed(new HostError('SETTINGS_WRITE_FAILED', say('settings.keepsBeingWritten')))
  }

  async function backUp(before: TextReading): Promise<void> {
    if (before === null) return
    try {
      await keepBackup(options.backupFolder, encodeText(before.text, before.encoding), options.now())
    } catch (error) {
      throw writeFailed(error)
    }
  }

  async function replace(text: string, before: TextReading): Promise<void> {
    try {
      await refuseReadOnly(options.file)
      await mkdir(dirname(options.file), { recursive: true })
      const bytes = encodeText(text, before?.encoding ?? 'utf-8')
      await writeWholeFile(options.file, bytes, before === null ? { mode: 0o600 } : {})
    } catch (error) {
      throw writeFailed(error)
    }
  }

  function writeFailed(error: unknown): HostError {
    const message = say('settings.notWritten', { file: options.file, reason: getReason(error) })
    return new HostError('SETTINGS_WRITE_FAILED', message, { cause: error })
  }

  return {
    write: (change) => oneByOne(() => write(change)),
    settled: () => oneByOne(async () => {})
  }
}

function getReason(error: unknown): LocalizedText | string {
  if (error instanceof HostError) return error.said
  return (error as NodeJS.ErrnoException).code ?? (error as Error).message
}

/** A replacement by renaming would succeed, but a file that its owner made read-only must not change. */
async function refuseReadOnly(file: string): Promise<void> {
  const mode = await stat(file).then(
    (status) => status.mode,
    () => null
  )
  if (mode !== null && (mode & 0o222) === 0) {
    throw new HostError('SETTINGS_WRITE_FAILED', say('settings.readOnly'))
  }
}
