/** Updates of the packaged app. Without a publisher there are none. */
import { app, dialog } from 'electron'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { Logger } from '../../app/base/logger'
import type { LocalizedText } from '../../app/contract/localized-text'
import { isPlaceholder, product } from '../../app/contract/product'
import { say, toText } from '../../app/texts/render-localized'

/** Null: this build has no updates. */
export function createUpdateCheck(
  refusal: () => Promise<LocalizedText | null>,
  log: Logger
): (() => Promise<void>) | null {
  if (!app.isPackaged || isPlaceholder(product.updates)) return null
  const folder = path.join(app.getPath('userData'), 'updates')
  // What was installed before this start. On Windows, the installer may still be running.
  rm(folder, { recursive: true, force: true }).catch((error: unknown) =>
    log.info('the downloaded update could not be removed', { error })
  )
  const feed = async () => {
    const [{ autoUpdater }, { openFeed }] = await Promise.all([import('electron-updater'), import('./feed')])
    const signed = { address: product.updates, key: product.updateKey }
    return openFeed(autoUpdater, { signed, folder, log })
  }
  const ask = async (text: LocalizedText, yes: LocalizedText) => {
    const buttons = [toText(yes), toText(say('updates.notNow'))]
    const { response } = await dialog.showMessageBox({
      message: toText(text),
      buttons,
      defaultId: 1,
      cancelId: 1
    })
    return response === 0
  }
  const tell = async (text: LocalizedText) => void (await dialog.showMessageBox({ message: toText(text) }))
  return async () => {
    const { offerUpdate } = await import('./offer-update')
    await offerUpdate({ feed, refusal, ask, tell })
  }
}
