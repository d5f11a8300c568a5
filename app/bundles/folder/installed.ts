/**
 * Installed bundles: a folder each under `bundles/` of the data folder, with its files and its record. A folder exists
 * completely or not at all, and is kept as long as the settings name it.
 */
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { writeWholeFile } from '../../base/write-whole-file'
import { keep, notWritten } from './write-files'

const launch = z.object({
  command: z.string(),
  args: z.array(z.string()),
  env: z.record(z.string(), z.string())
})

const record = z.object({
  /** Of the manifest. */
  name: z.string(),
  version: z.string(),
  sha256: z.string(),
  /** Of the settings that name it. */
  settingsFile: z.string(),
  /** The user's values; secrets are in the vault. */
  settings: z.record(z.string(), z.array(z.string())),
  /** As it went into the settings. */
  launch,
  /** `manifest.json`. */
  manifest: z.string()
})
export type InstallRecord = z.infer<typeof record>

export interface InstalledBundle extends InstallRecord {
  /** The folder's own name, which the entry's paths hold. */
  readonly id: string
}

const recordFile = 'install.json'
const filesFolder = 'files'
const waiting = '.waiting-'

export class BundleFolders {
  readonly #root: string

  constructor(dataFolder: string) {
    this.#root = path.join(dataFolder, 'bundles')
  }

  /** Of a bundle that is only looked at. */
  waitingFolder(id: string): string {
    return path.join(this.#root, `${waiting}${id}`)
  }

  filesOf(id: string): string {
    return path.join(this.#root, id, filesFolder)
  }

  /** Where the files are written before they are there. */
  newFilesOf(waitingId: string): string {
    return path.join(this.waitingFolder(waitingId), 'new', filesFolder)
  }

  /** Moves the written files to their final place. @throws HostError FILE_WRITE_FAILED */
  async place(waitingId: string, id: string, installed: InstallRecord): Promise<void> {
    const from = path.join(this.waitingFolder(waitingId), 'new')
    const to = path.join(this.#root, id)
    try {
      await writeWholeFile(path.join(from, recordFile), JSON.stringify(installed, null, 2), { mode: 0o600 })
      await keep(from)
      await rename(from, to)
      await keep(this.#root)
    } catch (error) {
      throw notWritten(to, error)
    }
  }

  async remove(id: string): Promise<void> {
    await rm(path.join(this.#root, id), { recursive: true, force: true, maxRetries: 3 })
  }

  async forget(waitingId: string): Promise<void> {
    await rm(this.waitingFolder(waitingId), { recursive: true, force: true, maxRetries: 3 })
  }

  /** Deletes an incomplete installation. */
  async forgetNew(waitingId: string): Promise<void> {
    await rm(path.join(this.waitingFolder(waitingId), 'new'), { recursive: true, force: true, maxRetries: 3 })
  }

  async list(): Promise<readonly InstalledBundle[]> {
    const names = await this.#names()
    const found = await Promise.all(names.map((id) => this.#read(id)))
    return found.flatMap((one) => (one === null ? [] : [one]))
  }

  /** Removes folders that no text in the settings names, and remains of inspections. Returns what it removed. */
  async sweep(
    settingsText: string,
    settingsFile: string,
    isWaiting: (id: string) => boolean
  ): Promise<string[]> {
    const removed: string[] = []
    for (const name of await this.#names()) {
      const isLeft = name.startsWith(waiting)
        ? !isWaiting(name.slice(waiting.length))
        : await this.#isUnnamed(name, settingsText, settingsFile)
      if (!isLeft) continue
      await this.remove(name)
      removed.push(name)
    }
    return removed
  }

  async #isUnnamed(id: string, settingsText: string, settingsFile: string): Promise<boolean> {
    if (settingsText.includes(id)) return false
    const installed = await this.#read(id)
    // Other settings of the same data folder may name it.
    return installed === null || installed.settingsFile === settingsFile
  }

  async #names(): Promise<readonly string[]> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 }).catch(() => {})
    return await readdir(this.#root).catch(() => [])
  }

  async #read(id: string): Promise<InstalledBundle | null> {
    if (id.startsWith(waiting)) return null
    try {
      const read = record.parse(JSON.parse(await readFile(path.join(this.#root, id, recordFile), 'utf8')))
      return { ...read, id }
    } catch {
      return null // not there, or not ours
    }
  }
}

/** Readable, free of everything that means something to a system, and another one for other bytes. */
export function folderName(name: string, version: string, sha256: string): string {
  const plain = (text: string, most: number) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9.]+/g, '-')
      .replace(/^[-.]+|[-.]+$/g, '')
      .slice(0, most)
  return `${plain(name, 40) || 'bundle'}-${plain(version, 20) || '0'}-${sha256.slice(0, 12)}`
}
