/** Inspects, installs and removes bundles. The caller updates the settings and the vault. */
import type { Warning } from '../../contract/localized-text'
import { HostError } from '../../base/host-error'
import type { Logger } from '../../base/logger'
import type { BundleView } from '../../contract/servers/adding'
import { say } from '../../texts/render-localized'
import { BundleFolders, folderName, type InstalledBundle } from '../folder/installed'
import { writeFiles } from '../folder/write-files'
import { inspectBundle, unusedSettings, type BundleInspection } from './inspect-bundle'
import { fillInVariables, type Launch, type BundlePlace, type SettingTexts } from '../manifest/launch'
import { checkSettings } from '../manifest/user-settings'
import { buildBundleView } from './view'
import { openZip } from '../zip/open-zip'
import { warn } from '../../texts/warn'

/** A configured server, with all texts of its entry. */
export interface NamedServer {
  readonly name: string
  readonly texts: readonly string[]
}

export interface BundlesOptions {
  readonly dataFolder: string
  readonly settingsFile: string
  readonly platform: string
  readonly home: string
  readonly servers: () => readonly NamedServer[]
  readonly isStored: (secretName: string) => Promise<boolean>
  /** Warnings about the command. Runs nothing. */
  readonly warningsOf: (name: string, launch: Launch) => Promise<readonly Warning[]>
  readonly newId: () => string
  readonly log: Logger
}

/** What the caller stores in the settings and the vault. */
export interface InstallPlan {
  /** The server to update; null: a new one. */
  readonly serverName: string | null
  /** Name for a new server. */
  readonly name: string
  readonly launch: (serverName: string) => Launch
  /** Texts of the previous version's entry. */
  readonly former: Launch | null
  readonly secrets: (serverName: string) => readonly { readonly name: string; readonly value: string }[]
}

/** The user's values by setting key. */
export interface Given {
  readonly texts: SettingTexts
  readonly secrets: SettingTexts
}

/** Returns the server's name. */
type SavePlan = (plan: InstallPlan) => Promise<string>

interface Waiting {
  readonly look: BundleInspection
  readonly installed: { readonly serverName: string; readonly record: InstalledBundle } | null
}

export class Bundles {
  readonly #options: BundlesOptions
  readonly #folders: BundleFolders
  readonly #waiting = new Map<string, Waiting>()
  readonly #busy = new Set<string>()

  constructor(options: BundlesOptions) {
    this.#options = options
    this.#folders = new BundleFolders(options.dataFolder)
  }

  /** @throws HostError BUNDLE_REFUSED */
  async look(id: string, file: string): Promise<BundleView> {
    this.#busy.add(id)
    try {
      const look = await inspectBundle(file, this.#folders.waitingFolder(id), this.#options)
      const installed = await this.#installedOf(look)
      this.#waiting.set(id, { look, installed })
      return await this.#viewOf(id, { look, installed })
    } catch (error) {
      await this.#folders.forget(id)
      throw error
    } finally {
      this.#busy.delete(id)
    }
  }

  /**
   * Writes the files, then calls `save` for the entry and the secrets. If either fails, both are undone. @throws
   * HostError BUNDLE_REFUSED, BUNDLE_SETTINGS, FILE_WRITE_FAILED, and errors of `save`
   */
  async install(id: string, given: Given, save: SavePlan): Promise<string> {
    const waiting = this.#waiting.get(id)
    if (waiting === undefined || this.#busy.has(id))
      throw new HostError('BUNDLE_REFUSED', say('bundles.gone'))
    this.#busy.add(id)
    try {
      return await this.#install(id, { ...waiting, ...given }, save)
    } finally {
      this.#busy.delete(id)
    }
  }

  /** An unknown id from the page names no folder. */
  async forget(id: string): Promise<void> {
    const wasWaiting = this.#waiting.delete(id)
    if (wasWaiting && !this.#busy.has(id)) await this.#folders.forget(id)
  }

  /** Deletes folders that these settings no longer name. */
  async sweep(settingsText: string): Promise<void> {
    const { settingsFile, log } = this.#options
    const isWaiting = (id: string) => this.#waiting.has(id) || this.#busy.has(id)
    try {
      const removed = await this.#folders.sweep(settingsText, settingsFile, isWaiting)
      if (removed.length > 0) log.info('folders of bundles were removed', { removed })
    } catch (error) {
      log.warn('a folder of a bundle could not be removed; the next start tries again', { error })
    }
  }

  async #install(
    id: string,
    { look, installed, texts, secrets }: Waiting & Given,
    save: SavePlan
  ): Promise<string> {
    const { home, platform } = this.#options
    const { manifest, staged, launch } = look
    const values = getValues(look, texts, secrets)
    const stored = await this.#storedOf(look, installed?.serverName ?? null)
    checkSettings(manifest.user_config, values, stored)
    const folderId = `${folderName(manifest.name, manifest.version, staged.sha256)}-${id.slice(0, 6)}`
    const place = { home, platform, folder: this.#folders.filesOf(folderId) }
    await this.#write(id, look, place)
    const launchOf = (serverName: string): Launch =>
      fillInVariables(launch, place, namedSecrets(look, values, { serverName, stored }))
    const record = {
      name: manifest.name,
      version: manifest.version,
      sha256: staged.sha256,
      manifest: look.manifestText,
      settingsFile: this.#options.settingsFile,
      settings: getPlain(look, values),
      launch: mutable(launchOf(installed?.serverName ?? manifest.name))
    }
    await this.#folders.place(id, folderId, record)
    try {
      const serverName = await save({
        serverName: installed?.serverName ?? null,
        name: manifest.name,
        launch: launchOf,
        former: installed?.record.launch ?? null,
        secrets: (name) => getSecrets(look, values, name)
      })
      await this.#folders.forget(id)
      this.#waiting.delete(id)
      return serverName
    } catch (error) {
      await this.#folders.remove(folderId).catch(() => {}) // removed at the next start
      throw error
    }
  }

  async #write(id: string, look: BundleInspection, place: BundlePlace): Promise<void> {
    const target = this.#folders.newFilesOf(id)
    const opened = await openZip(look.staged.file)
    const { command } = fillInVariables(look.launch, { ...place, folder: target }, unset(look))
    const program = command.startsWith(target) ? command.slice(target.length + 1).replaceAll('\\', '/') : null
    try {
      await writeFiles(opened, target, (name) => name === program)
    } catch (error) {
      await this.#folders.forgetNew(id)
      throw error
    } finally {
      opened.zip.close()
    }
  }

  async #viewOf(id: string, { look, installed }: Waiting): Promise<BundleView> {
    const { warningsOf, home, platform } = this.#options
    const system = { home, platform, folder: this.#folders.filesOf('…') }
    const stored = await this.#storedOf(look, installed?.serverName ?? null)
    // Variables are kept: a value that is still missing needs no warning.
    const found = await warningsOf(look.manifest.name, fillInVariables(look.launch, system, unset(look)))
    const unused = unusedSettings(look)
    const warnings = unused.length > 0 ? [...found, warn('bundles.unusedSettings', { names: unused })] : found
    return buildBundleView(look, { id, system, installed, stored, warnings })
  }

  async #installedOf({ manifest }: BundleInspection): Promise<Waiting['installed']> {
    const records = await this.#folders.list()
    for (const record of records) {
      if (record.name !== manifest.name) continue
      const server = this.#options
        .servers()
        .find(({ texts }) => texts.some((text) => text.includes(record.id)))
      if (server !== undefined) return { serverName: server.name, record }
    }
    return null
  }

  async #storedOf({ manifest }: BundleInspection, serverName: string | null): Promise<ReadonlySet<string>> {
    if (serverName === null) return new Set()
    const keys = Object.entries(manifest.user_config).flatMap(([key, { sensitive }]) =>
      sensitive ? [key] : []
    )
    const stored = await Promise.all(
      keys.map((key) => this.#options.isStored(secretName(serverName, key, 0)))
    )
    return new Set(keys.filter((_key, at) => stored[at]))
  }
}

function secretName(serverName: string, key: string, at: number): string {
  return `${serverName}-${key.toLowerCase()}${at === 0 ? '' : `-${at + 1}`}`
}

/** Ignores empty fields. */
function getValues({ manifest }: BundleInspection, texts: SettingTexts, secrets: SettingTexts): SettingTexts {
  return Object.fromEntries(
    Object.entries(manifest.user_config).map(([key, { sensitive }]) => {
      const given = (sensitive ? secrets : texts)[key] ?? []
      return [key, given.filter((text) => text.trim() !== '')]
    })
  )
}

/** For the command: secrets appear by name. */
function namedSecrets(
  { manifest }: BundleInspection,
  values: SettingTexts,
  { serverName, stored }: { readonly serverName: string; readonly stored: ReadonlySet<string> }
): SettingTexts {
  return Object.fromEntries(
    Object.entries(manifest.user_config).map(([key, { sensitive }]) => {
      const given = values[key] ?? []
      if (!sensitive) return [key, given]
      const count = given.length === 0 && stored.has(key) ? 1 : given.length
      return [key, Array.from({ length: count }, (_, at) => `\${secret:${secretName(serverName, key, at)}}`)]
    })
  )
}

function getSecrets({ manifest }: BundleInspection, values: SettingTexts, serverName: string) {
  return Object.entries(manifest.user_config).flatMap(([key, { sensitive }]) => {
    const given = sensitive ? (values[key] ?? []) : []
    return given.map((value, at) => ({ name: secretName(serverName, key, at), value }))
  })
}

/** Values that may be stored with the files. */
function getPlain({ manifest }: BundleInspection, values: SettingTexts): Record<string, string[]> {
  const plain = Object.entries(manifest.user_config).filter(([, { sensitive }]) => !sensitive)
  return Object.fromEntries(plain.map(([key]) => [key, [...(values[key] ?? [])]]))
}

function unset({ manifest }: BundleInspection): SettingTexts {
  return Object.fromEntries(Object.keys(manifest.user_config).map((key) => [key, []]))
}

function mutable({ command, args, env }: Launch) {
  return { command, args: [...args], env: { ...env } }
}
