/** Variables with which the programs of a server find the proxy, in any language. */
import path from 'node:path'
import type { ProxyCredential } from './proxy-credentials'

export interface ProxyEnvironmentOptions extends ProxyCredential {
  readonly port: number
  readonly nodePreload: string | undefined
  readonly pythonFolder: string | undefined
  /** What the server gets anyway. */
  readonly own: Readonly<Record<string, string>>
}

export function proxyEnvironment(options: ProxyEnvironmentOptions): Readonly<Record<string, string>> {
  const { user, word, port } = options
  const address = `http://${user}:${word}@127.0.0.1:${port}`
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY'].flatMap((name) => [name, name.toLowerCase()])
  const found = Object.fromEntries(names.map((name) => [name, address]))
  // Programs that bypass the proxy for this computer couldn't connect to its listed ports.
  const everywhere = { NO_PROXY: '', no_proxy: '', ...npmSettings(address) }
  return { ...found, ...everywhere, ...forNode(options), ...forPython(options) }
}

function forNode({ nodePreload, own }: ProxyEnvironmentOptions): Readonly<Record<string, string>> {
  if (nodePreload === undefined) return {}
  const before = own['NODE_OPTIONS'] ?? ''
  const preload = `--require ${JSON.stringify(nodePreload)}`
  return { NODE_OPTIONS: `${before} ${preload}`.trim() }
}

/**
 * Before its own folders: Python loads the first `sitecustomize` that it finds, and Parley's then loads the next one.
 */
function forPython({ pythonFolder, own }: ProxyEnvironmentOptions): Readonly<Record<string, string>> {
  // The variable can't express such a path.
  if (pythonFolder === undefined || pythonFolder.includes(path.delimiter)) return {}
  const before = own['PYTHONPATH'] ?? ''
  return { PYTHONPATH: before === '' ? pythonFolder : `${pythonFolder}${path.delimiter}${before}` }
}

/** Overrides a proxy in npm's settings, which isn't reachable. */
function npmSettings(address: string): Readonly<Record<string, string>> {
  return { npm_config_proxy: address, npm_config_https_proxy: address, npm_config_noproxy: '' }
}
