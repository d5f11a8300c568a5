/** By which variables the programs of a server find the proxy, whatever they are written in. */
import type { Pass } from './passes'

export interface ProxyEnvironmentOptions extends Pass {
  readonly port: number
  readonly nodePreload: string | undefined
  /** What the server gets anyway. */
  readonly own: Readonly<Record<string, string>>
}

export function proxyEnvironment(options: ProxyEnvironmentOptions): Readonly<Record<string, string>> {
  const { user, word, port, nodePreload, own } = options
  const address = `http://${user}:${word}@127.0.0.1:${port}`
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()])
  const found = Object.fromEntries(names.map((name) => [name, address]))
  // Programs that leave this computer out would not reach what is listed of it.
  const everywhere = { NO_PROXY: '', no_proxy: '', ...npmSettings(address) }
  if (nodePreload === undefined) return { ...found, ...everywhere }
  const before = own['NODE_OPTIONS'] ?? ''
  const preload = `--require ${JSON.stringify(nodePreload)}`
  return { ...found, ...everywhere, NODE_OPTIONS: `${before} ${preload}`.trim() }
}

/** Over what the settings of npm say of a proxy, which is not there. */
function npmSettings(address: string): Readonly<Record<string, string>> {
  return { npm_config_proxy: address, npm_config_https_proxy: address, npm_config_noproxy: '' }
}
