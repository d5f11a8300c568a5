/**
 * Parley's own program as the command line: `parley call …` opens no window. Unlike the command from a checkout, it can
 * open the vault, and a user who installed a package needs no Node. @see docs/decisions/0084
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { app } from 'electron'
import { openEncryption } from './encryption'
import { environment } from './environment'
import { blockNetwork } from './page/block-network'
import { openVault } from './vault'

/** Always ends the process. */
export function runBuiltInCommandLine(words: readonly string[]): void {
  if (needsNoScreen()) return runWithoutScreen(words)
  blockNetwork(app.commandLine, { isPackaged: app.isPackaged, devServer: null })
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

/** Chromium chooses its display before this code runs, and ends if there is no screen. */
function runWithoutScreen(words: readonly string[]): void {
  const others = process.argv.slice(1, process.argv.length - words.length)
  const { status, signal } = spawnSync(
    process.execPath,
    // Chromium logs each missing part of a desktop.
    [headless, '--log-level=3', ...others, ...words],
    { stdio: 'inherit', env: { ...environment } }
  )
  process.exit(status ?? (signal === null ? 70 : 130))
}

/**
 * A window may use the profile of the data folder. On Windows that profile contains the key of the vault, so no other
 * can be used. Returns a function that removes the temporary profile.
 */
function useOwnProfile(): () => void {
  if (process.platform === 'win32') return () => {}
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-command-'))
  app.setPath('userData', folder)
  app.setPath('sessionData', folder)
  return () => rmSync(folder, { recursive: true, force: true })
}
