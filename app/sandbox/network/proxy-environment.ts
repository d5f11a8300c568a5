/** By which variables the programs of a server find the proxy, whatever they are written in. */
import path from 'node:path'
import type { Pass } from './proxy-credentials'

export interface ProxyEnvironmentOptions extends Pass {
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
  // Programs that leave this computer out would not reach what is listed of it.
  const everywhere = { NO_PROXY: '', no_proxy: '', ...npmSettings(address) }
  return { ...found, ...everywhere, ...forNode(options), ...forPython(options) }
}

function forNode({ nodePreload, own }: ProxyEnvironmentOptions): Readonly<Record<string, string>> {
  if (nodePreload === undefined) return {}
  const before = own['NODE_OPTIONS'] ?? ''
  const preload = `--require ${JSON.stringify(nodePreload)}`
  return { NODE_OPTIONS: `${before} ${preload}`.trim() }
}

/** Before its own folders: Python takes the first `sitecustomize` that it finds, and ours then loads the next one. */
function forPython({ pythonFolder, own }: ProxyEnvironmentOptions): Readonly<Record<string, string>> {
  // There is no way to write it there.
  if (pythonFolder === undefined || pythonFolder.includes(path.delimiter)) return {}
  const before = own['PYTHONPATH'] ?? ''
  return { PYTHONPATH: before === '' ? pythonFolder : `${pythonFolder}${path.delimiter}${before}` }
}

/** Over what the settings of npm say of a proxy, which is not there. */
function npmSettings(address: string): Readonly<Record<string, string>> {
  return { npm_config_proxy: address, npm_config_https_proxy: address, npm_config_noproxy: '' }
}
