/**
 * Parley's own program as the command line: `parley call …` opens no window. It can do what the one from a checkout can't,
 * which is to open the vault; and whoever installed a package needs no Node. @see docs/decisions/0084
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { app } from 'electron'
import { openEncryption } from './encryption'
import { environment } from './environment'
import { shutNetwork } from './page/shut-network'
import { openVault } from './vault'

/** Ends the process, in every case. */
export function runOwnCommandLine(words: readonly string[]): void {
  if (needsNoScreen()) return runWithoutScreen(words)
  shutNetwork(app.commandLine, { isPackaged: app.isPackaged, devServer: null })
  app.disableHardwareAcceleration()
  app.dock?.hide()
  const removeProfile = useOwnProfile()
  void app
    .whenReady()
    .then(() => run(words))
    .catch((error: unknown) => {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      return 70
    })
    .then((status) => {
      removeProfile()
      app.exit(status)
    })
}

async function run(words: readonly string[]): Promise<number> {
  const { runInProcess } = await import('./command-line/run')
  return runInProcess(words, {
    environment,
    resources: path.join(app.getAppPath(), 'resources'),
    version: app.getVersion(),
    isPackaged: app.isPackaged,
    openVault: async ({ dataFolder, logging: { log, secrets } }) =>
      openVault({
        file: path.join(dataFolder, 'vault.json'),
        encryption: await openEncryption(),
        secrets,
        log: log.in('vault'),
        now: Date.now
      })
  })
}

const headless = '--ozone-platform=headless'

function needsNoScreen(): boolean {
  if (process.platform !== 'linux' || app.commandLine.hasSwitch('ozone-platform')) return false
  return !environment['DISPLAY'] && !environment['WAYLAND_DISPLAY']
}

/** Chromium decides where it draws before the first line of this runs, and ends where there is no screen. */
function runWithoutScreen(words: readonly string[]): void {
  const others = process.argv.slice(1, process.argv.length - words.length)
  const { status, signal } = spawnSync(
    process.execPath,
    // Chromium tells of each part of a desktop that is not there.
    [headless, '--log-level=3', ...others, ...words],
    { stdio: 'inherit', env: { ...environment } }
  )
  process.exit(status ?? (signal === null ? 70 : 130))
}

/**
 * A window may be open on the profile of the data folder. On Windows the key of the vault lies in it, so that no other will do.
 * Returns what takes it away.
 */
function useOwnProfile(): () => void {
  if (process.platform === 'win32') return () => {}
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-command-'))
  app.setPath('userData', folder)
  app.setPath('sessionData', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
