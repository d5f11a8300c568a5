/** Modules, names and elements by which data can leave a program. */
import { builtinModules } from 'node:module'

/**
 * Node.js modules that access other processes or the network, or run text as code. The names in brackets only compute.
 */
const reachingModules: Readonly<Record<string, readonly string[]>> = {
  child_process: [],
  cluster: [],
  dgram: [],
  dns: [],
  'dns/promises': [],
  http: [],
  http2: [],
  https: [],
  inspector: [],
  'inspector/promises': [],
  module: [],
  net: ['isIP', 'isIPv4', 'isIPv6'],
  repl: [],
  tls: [],
  vm: []
}

/** Parts of Electron that access the outside, or show content that could. */
const reachingElectron = new Set([
  ...['autoUpdater', 'BrowserView', 'BrowserWindow', 'clipboard', 'crashReporter', 'desktopCapturer', 'net'],
  ...['netLog', 'protocol', 'shell', 'utilityProcess', 'webContents', 'WebContentsView', 'webFrameMain']
])

/**
 * Packages that were reviewed: they open no connection, start no program and open no address on their own. Any other
 * package counts as a port wherever it is imported.
 */
const quietPackages: ReadonlySet<string> = new Set([
  ...[
    '@base-ui/react',
    '@cfworker/json-schema',
    '@jitl/quickjs-singlefile-mjs-release-sync',
    '@noble/hashes',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-logs',
    'birpc'
  ],
  ...[
    'diff',
    'eventsource-parser',
    'fast-string-truncated-width',
    'fflate',
    'hast-util-to-jsx-runtime',
    'htmlparser2',
    'ipaddr.js',
    'jsonc-parser',
    'libsql'
  ],
  'quickjs-emscripten-core',
  ...['lowlight', 'lucide-react', 'minisearch', 'p-limit', 'react', 'react-dom', 'react-error-boundary'],
  ...[
    'micromark',
    'micromark-extension-gfm',
    'react-virtuoso',
    'remark-gfm',
    'remark-parse',
    'shell-quote',
    'remark-rehype',
    'rotating-file-stream',
    'temml',
    'unified'
  ],
  ...['smol-toml', 'url-template', 'write-file-atomic', 'yaml', 'zod', 'zustand']
])

/**
 * Names of a package that don't access the network themselves: constants, errors, functions that compute or get a
 * transport.
 */
const quietNames: Readonly<Record<string, RegExp>> = {
  '@modelcontextprotocol/client':
    /^[A-Z][A-Z_]+$|Error$|ErrorCode$|^(?:Client|DpopSession|withDpop|checkResourceAllowed|selectClientAuthMethod|startAuthorization|validateAuthorizationResponseIssuer|createPrivateKeyJwtAuth)$/,
  'pdfjs-dist': /^(?:PasswordException|VerbosityLevel)$/
}

/** Globals that send, connect or run their input. */
export const reachingGlobals: ReadonlySet<string> = new Set([
  ...[
    'fetch',
    'WebSocket',
    'WebSocketStream',
    'EventSource',
    'XMLHttpRequest',
    'WebTransport',
    'RTCPeerConnection'
  ],
  ...['SharedWorker', 'Worker', 'importScripts', 'require', 'eval', 'Function', 'location', 'open']
])

/** Members that can send data, on any object. */
export const reachingMembers: ReadonlySet<string> = new Set([
  ...['sendBeacon', 'serviceWorker', 'getBuiltinModule', 'addModule', 'getDisplayMedia', 'getUserMedia'],
  ...[
    'openExternal',
    'openPath',
    'showItemInFolder',
    'openLink',
    'openFile',
    'copyText',
    'copyImage',
    'copyImageAt',
    'saveFile',
    'writeText'
  ],
  ...['loadURL', 'loadFile', 'downloadURL', 'setAsDefaultProtocolClient', 'setProxy', 'setAppDetails']
])

/** Page elements that load or send automatically, or navigate away. */
export const reachingElements: ReadonlySet<string> = new Set([
  ...[
    'a',
    'area',
    'iframe',
    'form',
    'object',
    'embed',
    'webview',
    'portal',
    'script',
    'link',
    'img',
    'audio'
  ],
  ...['video', 'source']
])

/** @param module null: not known before it runs. Null: no port. */
export function listModulePorts(module: string | null, name: string): string | null {
  if (module === null) return 'import() of what is not known'
  if (module.startsWith('.')) return null
  const plain = module.replace(/^node:/, '')
  if (plain === 'electron' || plain.startsWith('electron/'))
    return reachingElectron.has(name) || /^(?:\*|default|import\(\)|export)$/.test(name)
      ? `electron ${name}`
      : null
  if (builtinModules.includes(plain)) {
    const harmless = reachingModules[plain]
    return harmless === undefined || harmless.includes(name) ? null : `${plain} ${name}`
  }
  const parts = module.split('/')
  const packageName = module.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? module)
  if (quietPackages.has(packageName) || quietNames[packageName]?.test(name) === true) return null
  return `${packageName} ${name}`
}
