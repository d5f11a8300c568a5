/**
 * Chromium's own ways to a network. The page needs none of them: its files come over its own scheme, and what Parley
 * sends it sends from Node. The content policy stops requests; names that are looked up ahead, connections made ahead and
 * WebRTC are not requests, and so they are shut here. A taken-over page could carry a conversation out through each.
 */
import type { CommandLine } from 'electron'

/** A name that leads nowhere, as all others do. */
const nowhere = 'http://nowhere.invalid:1'

/** What is set, unless a person who builds Parley has said something else. */
export const networkSwitches: readonly (readonly [name: string, value: string])[] = [
  ['host-resolver-rules', 'MAP * ~NOTFOUND'],
  // Addresses that are numbers are not looked up. Loopback would go past a proxy otherwise.
  ['proxy-server', nowhere],
  ['proxy-bypass-list', '<-loopback>'],
  ['dns-prefetch-disable', ''],
  ['force-webrtc-ip-handling-policy', 'disable_non_proxied_udp'],
  ['disable-background-networking', '']
]

/** What a command line may not say where Parley is installed: it would open the page to others, or its network. */
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

export interface ShutNetworkOptions {
  readonly isPackaged: boolean
  /** The page comes from there over HTTP; null: from its files. */
  readonly devServer: string | null
}

/** Before the app is ready. */
export function shutNetwork(
  commandLine: Pick<CommandLine, 'hasSwitch' | 'appendSwitch' | 'removeSwitch'>,
  { isPackaged, devServer }: ShutNetworkOptions
): void {
  if (isPackaged) for (const name of developmentSwitches) commandLine.removeSwitch(name)
  if (devServer !== null) return
  for (const [name, value] of networkSwitches) {
    if (!commandLine.hasSwitch(name)) commandLine.appendSwitch(name, value)
  }
}
