/** The feed of updates, through electron-updater. It acts only when its functions are called. */
import type { AppUpdater } from 'electron-updater'
import type { Logger } from '../../app/base/logger'
import { NodeHttpExecutor } from './node-http'
import { signedProvider, type SignedFeed } from './signed-provider'

export interface UpdateFeed {
  /** The version that is newer than this one; null: there is none. @throws UnsignedFeedError */
  check(): Promise<string | null>
  /** @throws if the file isn't complete, or isn't the one that the publisher signed. */
  download(): Promise<void>
  /** Ends Parley, and starts the new version. */
  install(): void
}

export interface FeedOptions {
  readonly signed: SignedFeed
  /** For downloads. By default they would be in the user's cache, where they stay when Parley is removed. */
  readonly folder: string
  readonly log: Logger
}

export function openFeed(updater: AppUpdater, { signed, folder, log }: FeedOptions): UpdateFeed {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.allowDowngrade = false
  // It would request parts of the old package, which the feed no longer has.
  updater.disableDifferentialDownload = true
  updater.logger = {
    info: (text) => log.debug('updater', { text: String(text) }),
    warn: (text) => log.warn('updater', { text: String(text) }),
    error: (text) => log.warn('updater', { text: String(text) })
  }
  Object.assign(updater, { httpExecutor: new NodeHttpExecutor() })
  Object.defineProperty(Reflect.get(updater, 'app'), 'baseCachePath', { value: folder })
  updater.setFeedURL({ provider: 'custom', updateProvider: signedProvider(signed) })
  return {
    check: async () => {
      const result = await updater.checkForUpdates()
      return result?.isUpdateAvailable === true ? result.updateInfo.version : null
    },
    download: async () => void (await updater.downloadUpdate()),
    install: () => updater.quitAndInstall(false, true)
  }
}
