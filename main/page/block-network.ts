/**
 * Blocks Chromium's own network access. The page needs none: its files come over its own scheme, and Parley sends from
 * Node. The content policy blocks requests; DNS prefetch, preconnect and WebRTC aren't requests, so they are blocked
 * here. A compromised page could send a conversation out through each of them.
 */
import type { CommandLine } from 'electron'

/** A name that doesn't resolve, like all others. */
const nowhere = 'http://nowhere.invalid:1'

/** Switches that are set, unless a developer of Parley sets others. */
export const networkSwitches: readonly (readonly [name: string, value: string])[] = [
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  // Addresses that are numbers need no lookup. Loopback would bypass a proxy otherwise.
  ['proxy-server', nowhere],
  ['proxy-bypass-list', '<-loopback>'],
  ['dns-prefetch-disable', ''],
  ['force-webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['disable-background-networking', '']
]

/** Switches that a packaged app ignores: they would open the page or its network to others. */
export const developmentSwitches: readonly string[] = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'js-flags',
  'load-extension',
  'disable-web-security',
  'disable-site-isolation-trials',
  'allow-file-access-from-files',
  'allow-running-insecure-content',
  'ignore-certificate-errors',
  'ignore-certificate-errors-spki-list',
  'enable-blink-features',
  'disable-blink-features',
  'enable-features',
  'disable-features',
  'host-rules',
  'proxy-pac-url',
  'proxy-auto-detect',
  'no-proxy-server',
  'log-net-log',
  ...networkSwitches.map(([name]) => name)
]

export interface BlockNetworkOptions {
  readonly isPackaged: boolean
  /** The page's address over HTTP; null: from its files. */
  readonly devServer: string | null
}

/** To be called before the app is ready. */
export function blockNetwork(
  commandLine: Pick<CommandLine, 'hasSwitch' | 'appendSwitch' | 'removeSwitch'>,
  { isPackaged, devServer }: BlockNetworkOptions
): void {
  if (isPackaged) for (const name of developmentSwitches) commandLine.removeSwitch(name)
  if (devServer !== null) return
  for (const [name, value] of networkSwitches) {
    if (!commandLine.hasSwitch(name)) commandLine.appendSwitch(name, value)
  }
}
