/**
 * The parts of the host core that are measured, bundled as production does it and loaded into this process:
 * the figures are about the code, not about how a test runner loads it.
 */
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'
import { cacheFolder, inProject } from '../process/paths.mjs'

const outDir = path.join(cacheFolder, 'bench')
const entries = {
  gateway: inProject('app/mcp/in-process-gateway.ts'),
  servers: inProject('app/servers/registry/registry.ts'),
  logger: inProject('app/base/logger.ts'),
  consent: inProject('app/consent/gate/gate.ts'),
  knownTools: inProject('app/consent/tools/known-tools.ts'),
  skeleton: inProject('app/base/skeleton.ts'),
  provenance: inProject('app/provenance/provenance.ts')
}

/** @returns all that the named files export */
export async function loadCore() {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    define: { 'process.env.NODE_ENV': '"production"' },
    ssr: { target: 'node', noExternal: true },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: true,
      target: 'node20.18',
      rolldownOptions: { input: entries, output: { format: 'es', entryFileNames: '[name].js' } }
    }
  })
  const load = (name) => import(pathToFileURL(path.join(outDir, `${name}.js`)).href)
  return Object.assign({}, ...(await Promise.all(Object.keys(entries).map(load))))
}

/** Definitions as the settings give them, all of the same program. */
export function contentOf(names, { command, args }) {
  const servers = names.map((name) => ({
    name,
    transport: 'stdio',
    command,
    args,
    env: {},
    cwd: null,
    isDisabled: false,
    isAutoStart: true,
    timeoutMs: 60_000,
    maxTotalTimeoutMs: 600_000,
    lookAlikes: []
  }))
  return { servers, brokenServers: [], serverOrder: names }
}

/**
 * The registry of servers over in-process clients, with everything trusted.
 * `connected(count)` resolves when that many are; the caller ends it with `close`.
 */
export function startServers(
  { createInProcessGateway, createServers, SecretRegistry, silentLogger },
  content
) {
  const mcp = createInProcessGateway({
    hostEnvironment: process.env,
    clientInfo: { name: 'parley-bench', version: '0.0.0' },
    now: Date.now
  })
  const servers = createServers({
    mcp,
    log: silentLogger,
    serverLog: () => {},
    secretRegistry: new SecretRegistry(),
    now: Date.now,
    newId: () => crypto.randomUUID(),
    expand: async (definition) => definition,
    consent: { decideServerTrust: async () => 'trusted', isTrusted: () => true }
  })
  const connected = (count) =>
    new Promise((resolve) => {
      const check = () => {
        if (servers.list().filter(({ state }) => state === 'connected').length >= count) resolve()
      }
      servers.onChange(check)
      check()
    })
  servers.apply(content)
  return { servers, connected, close: () => servers.dispose() }
}
