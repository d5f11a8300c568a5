/**
 * Installed bundles: a folder each in `bundles/` of the data folder, with files and a record. A folder exists
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
  /** Name in the settings. */
  settingsFile: z.string(),
  /** The user's values. Secrets are in the vault. */
  settings: z.record(z.string(), z.array(z.string())),
  /** The command in the settings. */
  launch,
  /** `manifest.json`. */
  manifest: z.string()
})
export type InstallRecord = z.infer<typeof record>

export interface InstalledBundle extends InstallRecord {
  /** The folder's name, which the entry's paths contain. */
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

  /** For a bundle under inspection. */
  waitingFolder(id: string): string {
    return path.join(this.#root, `${waiting}${id}`)
  }

  filesOf(id: string): string {
    return path.join(this.#root, id, filesFolder)
  }

  /** Where files are written first. */
  newFilesOf(waitingId: string): string {
    return path.join(this.waitingFolder(waitingId), 'new', filesFolder)
  }

  /** Moves the files to their final place. @throws HostError FILE_WRITE_FAILED */
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
    return found.flatMap((item) => (item === null ? [] : [item]))
  }

  /** Removes folders that no text in the settings names, and remains of inspections. Returns them. */
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
    // Another settings file of the same data folder may name it.
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
      return null // missing, or not from Parley
    }
  }
}

/** Readable, safe on every system, and unique per content. */
export function folderName(name: string, version: string, sha256: string): string {
  const plain = (text: string, most: number) =>
    text
      .toLowerCase()
      .replace(/[^a-z0-9.]+/g, '-')
      .replace(/^[-.]+|[-.]+$/g, '')
      .slice(0, most)
  return `${plain(name, 40) || 'bundle'}-${plain(version, 20) || '0'}-${sha256.slice(0, 12)}`
}
