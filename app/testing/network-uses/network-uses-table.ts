/**
 * Every way by which data leaves Parley, reviewed: the code ports that belong to it, what the user approves before its
 * use, its entry in the activity log, and the tests that show both. `app/host/tests/consent/outgoing-paths.test.ts` compares the ports with
 * the sources, so that a new way fails until it is listed here.
 */
import type { LedgerEntry } from '../../contract/ledger'
import type { NetworkPorts } from './find-ports'

/** A test: its file and part of its title. */
export type Shown = readonly [file: string, name: string]

export interface ListedNetworkUse {
  /** What leaves, and where to. */
  readonly what: string
  /** File → port → how often it is touched there. */
  readonly ports: Readonly<Record<string, NetworkPorts>>
  /** What the user does before the first byte. */
  readonly yes: string
  /** Kinds of log entries, or the reason for none. */
  readonly ledger: readonly LedgerEntry['kind'][] | string
  readonly shown: readonly Shown[]
}

const client = (name: string): string => `@modelcontextprotocol/client ${name}`
const coreLedger = 'app/host/areas/ledger-area.test.ts'
const viewRequests = 'app/host/tests/conversation/view-requests.test.ts'
const here = 'app/host/tests/consent/outgoing-paths.test.ts'

export const networkUses: readonly ListedNetworkUse[] = [
  {
    what: 'A local server: Parley starts its program and writes requests to its standard input.',
    ports: {
      'main/mcp-process.ts': { 'electron utilityProcess': 1 },
      'app/mcp/transports/stdio/server-process.ts': { 'cross-spawn default': 1 },
      // Ends the remaining processes of a server, and lists the processes of a group: fixed programs, no outside data.
      'app/base/process-group.ts': { 'child_process spawn': 1 },
      'app/mcp/transports/stdio/process-watchdog.ts': { 'child_process spawn': 1 },
      // Tests whether programs can be sandboxed here, with system programs and fixed arguments.
      'app/sandbox/available/system-probe.ts': { 'child_process spawn': 1 },
      // Tries whether the copy of Electron's program runs as Node, with an argument that does nothing.
      'app/mcp/transports/stdio/built-in-node/built-in-node.ts': { 'child_process execFile': 1 },
      // Asks the login shell for its search path: the user's own program with fixed arguments.
      'app/mcp/transports/stdio/shell-path.ts': { 'child_process spawn': 1 },
      // Asks macOS for the load of a server's processes: a system program with fixed arguments.
      'app/host/logs/process-load.ts': { 'child_process execFile': 1 },
      // Asks Windows for the location of the policy: a system program with fixed arguments.
      'main/policy/program-data.ts': { 'child_process execFileSync': 1 },
      // Starts Parley's own program again when a command finds no screen, with the arguments that the user typed.
      'main/built-in-command-line.ts': { 'child_process spawnSync': 1 }
    },
    yes: 'the trust question of the server; then the question of each call, or a permission',
    ledger: [
      ...([
        'connection',
        'secret',
        'tool call',
        'prompt arguments',
        'resource address',
        'completion',
        'message',
        'form answer',
        'sampling answer',
        'closed file'
      ] as const),
      ...([
        'connection',
        'secret',
        'folders',
        'log level',
        'subscription',
        'stop',
        'closed file',
        'limit'
      ] as const)
    ],
    shown: [
      [here, "doesn't start a program before it is trusted"],
      [here, 'sends a call to its server after an approval, and records it in the ledger'],
      [coreLedger, 'records every recipient in a conversation'],
      [coreLedger, 'also records log levels and subscriptions']
    ]
  },
  {
    what: 'A remote server: requests over HTTP to the address of its entry.',
    ports: {
      'app/mcp/transports/http/http-transport.ts': {
        [client('SSEClientTransport')]: 1,
        [client('StreamableHTTPClientTransport')]: 1
      },
      'app/mcp/transports/http/no-timeout-fetch.ts': { 'undici import()': 1 },
      // Checks how far a connection gets; nothing is sent over it.
      'app/net/connect-host.ts': { 'dns import()': 1, 'net default': 3, 'tls import()': 1 }
    },
    yes: 'the trust question of the server; then the question of each call, or a permission',
    ledger: [
      'connection',
      'secret',
      'tool call',
      'prompt arguments',
      'resource address',
      'completion',
      'folders'
    ],
    shown: [
      [here, 'sends nothing to a remote server before it is trusted'],
      [coreLedger, 'records every recipient in a conversation']
    ]
  },
  {
    what: 'A sign-in: discovery, registration, tokens, their renewal and their revocation.',
    ports: {
      'app/auth/client/identity.ts': { [client('refreshAuthorization')]: 1 },
      'app/auth/sign-in/code-flow.ts': { [client('exchangeAuthorization')]: 1, openLink: 1 },
      'app/auth/tokens/renewal.ts': {
        [client('fetchToken')]: 1,
        [client('refreshAuthorization')]: 1,
        [client('requestJwtAuthorizationGrant')]: 1
      },
      'app/net/guarded-request.ts': { 'dns import()': 1, 'http import()': 1, 'https import()': 1 },
      'app/host/areas/accounts-area.ts': { openLink: 1 },
      // Waits for the browser, only on this computer, and answers it with a fixed page.
      'app/auth/sign-in/callback-listener.ts': { 'http createServer': 1 }
    },
    yes: 'the trust question of the server, whose addresses it shows; before the browser opens, the sign-in question',
    ledger: ['sign-in', 'link'],
    shown: [
      ['app/auth/sign-in/sign-in.test.ts', 'is asked once; Cancel leaves the server waiting'],
      ['app/auth/client/enterprise.test.ts', "opens, asks and sends nothing without the user's approval"],
      ['app/auth/sign-in/callback-listener.test.ts', 'listens only on this computer'],
      ['app/ledger/record-addresses.test.ts', 'tells who was asked for a sign-in and with which fields']
    ]
  },
  {
    what: 'An icon that a server names: one request to its address.',
    // Sent by app/net/guarded-request.ts, which is counted above.
    ports: {},
    yes: 'the user allows icons for this server',
    ledger: ['icon'],
    shown: [
      [
        'app/servers/icons/icons.test.ts',
        'is requested once from its own server, and only if the user allows it'
      ],
      ['app/ledger/record-addresses.test.ts', 'records a fetched icon with its address']
    ]
  },
  {
    what: 'A model provider: conversations, sampling requests of servers, and the request for its list of models.',
    ports: {
      'app/models/anthropic/anthropic-client.ts': {
        '@anthropic-ai/sdk BaseAnthropic': 1,
        '@anthropic-ai/sdk Messages': 1,
        '@anthropic-ai/sdk Models': 1,
        '@anthropic-ai/sdk export': 1
      },
      'app/models/openai/openai-provider.ts': { 'openai import()': 1 },
      // Handed to both of them.
      'app/models/vendor/long-timeout-fetch.ts': { fetch: 1 },
      // Waits for the requests of `parley replay` itself, only on this computer, and answers with recorded replies.
      'main/command-line/core/recorded-model.ts': { 'http createServer': 1 }
    },
    yes: 'the question of the destination, which a key entered in the window answers for its own address, and key and address from the environment; then the user sends',
    ledger: ['conversation', 'file', 'sampling request', 'model list', 'secret'],
    shown: [
      [here, 'sends nothing to a provider in the settings file'],
      [coreLedger, 'records every recipient in a conversation'],
      [coreLedger, "names the permission that allowed a call, and what was sent to the conversation's model"],
      [
        'app/host/tests/consent/destinations.test.ts',
        'sends no conversation, key or secret to a provider of the settings before an approval'
      ],
      ['app/models/vendor/every-provider.test.ts', 'no key: nothing is sent'],
      [
        'main/command-line/commands/replay.test.ts',
        'runs twenty turns again without the model and the server'
      ]
    ]
  },
  {
    what: 'The search for model programs on this computer, at their default ports.',
    // Sent by app/models/vendor/long-timeout-fetch.ts, which is counted above.
    ports: {},
    yes: 'none is needed: it goes only to this computer, and has no user data',
    ledger: 'nothing leaves',
    shown: [
      ['app/models/routing/find-local.test.ts', 'hear nothing but that question'],
      ['app/models/routing/find-local.test.ts', 'asks no other computer']
    ]
  },
  {
    what: 'The name of a model that Ollama or LM Studio on this computer is to download, and which program it is.',
    // Sent by app/models/vendor/long-timeout-fetch.ts, which is counted above.
    ports: {},
    yes: 'the question of the destination, and a click for each model; the program itself decides where it downloads from',
    ledger: ['model pull'],
    shown: [
      ['app/host/tests/conversation/pulls.test.ts', 'downloads a model after an approval of the address'],
      [
        'app/host/tests/conversation/pulls.test.ts',
        'downloads nothing through an address of another computer'
      ]
    ]
  },
  {
    what: 'A bundle at an address of a link or a directory: one request for the file.',
    // Sent by app/net/guarded-request.ts, which is counted above.
    ports: {},
    yes: 'the user presses Fetch next to the full address, for each host that it redirects to',
    ledger: ['directory'],
    shown: [
      ['app/host/adding/downloads.test.ts', 'requests nothing before the approval'],
      ['app/host/tests/consent/links.test.ts', 'shows a link to a bundle with the whole address']
    ]
  },
  {
    what: 'A sandboxed server connects to a host: its own connection, which Parley forwards without reading it.',
    ports: {
      'app/sandbox/network/proxy.ts': { 'http default': 2 },
      'app/sandbox/network/forward.ts': { 'http default': 1 },
      // For a host where a secret is used: this connection is read.
      'app/sandbox/secrets/secret-injecting-proxy.ts': {
        'http default': 3,
        'https default': 1,
        'net default': 1,
        'tls default': 2
      },
      'app/sandbox/network/connect-checked.ts': { 'dns default': 1, 'net default': 3 },
      // Checks whether any process listens on sockets in Parley's own folders, and sends nothing.
      'app/sandbox/network/sweep-folders.ts': { 'net default': 1 },
      // Listens where a sandboxed server expects an agent or a bus, and closes connections: nothing is sent.
      'app/sandbox/blocked/watched-sockets.ts': { 'net default': 1 },
      // Two ports of this computer, to test whether a sandbox closes one of them: what connects is closed.
      'app/sandbox/available/seatbelt-probes.ts': { 'net default': 1 },
      // From this computer to the server, at the ports that a trusted entry names: the redirect of a sign-in.
      'app/sandbox/launch/callbacks.ts': { 'net default': 2 }
    },
    yes: 'the question of the host, before its name is looked up, or its line in an entry that was trusted',
    ledger: ['reach'],
    shown: [
      ['app/sandbox/network/server-networks.test.ts', 'resolves no name before an approval'],
      [
        'app/sandbox/network/server-networks.test.ts',
        'accepts no client without the credentials of a running server'
      ],
      ['app/sandbox/secrets/masked-secrets.test.ts', "isn't sent to another host"]
    ]
  },
  {
    what: 'The page of a view loads from a host, or sends to it.',
    // Sent by app/net/guarded-request.ts, which is counted above.
    ports: {},
    yes: 'the question of the hosts that the page declares, before it loads, or a permanent answer to it',
    ledger: ['reach'],
    shown: [
      ['app/host/tests/conversation/view-access.test.ts', 'are not in its policy, and are refused'],
      ['app/views/network/view-network.test.ts', 'is refused for a host that is not allowed'],
      ['e2e/view-access.spec.ts', 'reaches the hosts that an app declares only after the question']
    ]
  },
  {
    what: 'A view may use a camera, a microphone, the location, or write to the clipboard.',
    ports: {},
    yes: 'the question of the permission that the page declares, when it is used, or a permanent answer to it',
    ledger: ['view permission'],
    shown: [
      ['main/views/view-permissions.test.ts', 'asks for a declared permission when it is used'],
      ['app/host/tests/conversation/view-access.test.ts', 'is asked about once while the view is open']
    ]
  },
  {
    what: "The download of a sandboxed server's package: npm or uv in a sandbox, through the proxy above, only from its registry.",
    // Started by app/mcp/transports/stdio/server-process.ts, joined by app/sandbox/network: both are counted above.
    ports: {},
    yes: 'the trust question of the server, whose command names the package',
    ledger: ['reach'],
    shown: [
      ['app/mcp/gateway/sandboxed-packages.test.ts', 'has access only to the registry while it is fetched'],
      ['app/mcp/gateway/sandboxed-packages.test.ts', 'runs none of its code while it is fetched']
    ]
  },
  {
    what: 'A server registry: the search text in the directory, and the entries that are opened.',
    // Sent by app/net/guarded-request.ts, which is counted above.
    ports: {},
    yes: 'the question of the destination; then the user opens the directory',
    ledger: ['directory'],
    shown: [
      [
        'app/host/tests/servers/directory.test.ts',
        'requests nothing from a registry of the settings file before an approval'
      ],
      ['app/host/tests/servers/directory.test.ts', 'records the search in the ledger']
    ]
  },
  {
    what: 'The host of a remote server: requests for its server card, without credentials and headers of the entry.',
    // Sent by app/net/guarded-request.ts, which is counted above.
    ports: {},
    yes: 'the trust question of the server, which shows its address; then the user fetches the card',
    ledger: ['directory'],
    shown: [
      [
        'app/host/tests/servers/directory.test.ts',
        'compares a server with the card on its own host, which gets nothing but the request'
      ],
      ['app/host/workbench/fetch-server-card.test.ts', 'follows no redirect']
    ]
  },
  {
    what: 'A collector of the activity log: its new entries.',
    ports: { 'app/ledger/otlp-collector.ts': { '@opentelemetry/exporter-logs-otlp-http import()': 1 } },
    yes: 'the question of the destination, or the policy of this computer names it',
    ledger: ['export', 'gap', 'secret'],
    shown: [
      [here, 'sends nothing to a collector in the settings file'],
      ['app/ledger/otlp-export.test.ts', 'sends nothing without an address'],
      [
        'app/ledger/otlp-replaced.test.ts',
        'sends nothing to a collector that is replaced while it is being opened'
      ],
      ['app/ledger/otlp-replaced.test.ts', 'is denied while a batch is sent gets no further request'],
      [
        'app/host/tests/consent/destinations.test.ts',
        'sends no record and no header to a collector of the settings before an approval'
      ],
      [coreLedger, 'sends to a collector that the user set']
    ]
  },
  {
    what: 'The conformance suite: npx downloads and runs it, and it calls the tools of a server.',
    ports: {
      'app/host/workbench/run-suite.ts': { 'cross-spawn default': 1 },
      // The address at which the suite finds a server, on this computer only.
      'app/mcp/gateway/server-bridge.ts': {
        '@modelcontextprotocol/node toNodeHandler': 1,
        '@modelcontextprotocol/server hostHeaderValidationResponse': 1,
        '@modelcontextprotocol/server originValidationResponse': 1,
        'http createServer': 1
      },
      'app/mcp/gateway/bridged-program.ts': {
        '@modelcontextprotocol/server PerRequestHTTPServerTransport': 1,
        '@modelcontextprotocol/server SUBSCRIPTION_ID_META_KEY': 1,
        '@modelcontextprotocol/server WebStandardStreamableHTTPServerTransport': 1,
        '@modelcontextprotocol/server classifyInboundRequest': 1,
        '@modelcontextprotocol/server isJSONRPCRequest': 1,
        '@modelcontextprotocol/server isJSONRPCResponse': 1
      }
    },
    yes: 'a question of the window or the command, or --yes',
    ledger: 'another program sends the calls, and the question says that the log has none of them',
    shown: [
      ['main/command-line/conformance-command.test.ts', 'runs nothing if the user denies'],
      ['main/command-line/conformance-command.test.ts', 'runs the suite in a fixed version after a question'],
      ['app/mcp/gateway/bridges.test.ts', 'answers no other hostname and no other path']
    ]
  },
  {
    what: 'A collector of traces: times and outcomes of turns, with their contents if the user wants that.',
    ports: { 'app/ledger/traces/trace-collector.ts': { fetch: 1 } },
    yes: 'the question of the destination, one for traces and another for their contents',
    ledger: ['export', 'secret'],
    shown: [
      ['app/host/areas/traces-area.test.ts', 'sends nothing and gives no trace to servers'],
      ['app/host/areas/traces-area.test.ts', 'sends contents without secrets after an approval of its own'],
      ['app/ledger/traces/trace-export.test.ts', 'sends nothing without a target'],
      ['app/ledger/traces/turn-spans.test.ts', 'contain no message, argument or result']
    ]
  },
  {
    what: 'A newer version of Parley: the list of the publisher, and the package.',
    ports: {
      'main/updates/node-http.ts': {
        'http default': 1,
        'https default': 1,
        'builder-util-runtime HttpExecutor': 1,
        'builder-util-runtime configureRequestOptions': 1,
        'builder-util-runtime configureRequestUrl': 1
      },
      'main/updates/signed-provider.ts': { 'electron-updater GenericProvider': 1 },
      'main/updates/updates.ts': { 'electron-updater import()': 1 }
    },
    yes: 'a press on Check for updates, and one on Download',
    ledger: 'nothing of the user leaves, and a release is no destination of a conversation',
    shown: [
      ['main/updates/offer-update.test.ts', 'does not contact the feed where a policy turns updates off'],
      ['main/updates/offer-update.test.ts', 'stops after a no (%j)'],
      ['main/updates/feed.test.ts', 'sends nothing that identifies the computer']
    ]
  },
  {
    what: 'A link: its address goes to the browser or the mail program.',
    ports: {
      // The home page of the publisher, from the menu.
      'main/app-menus.ts': { 'electron shell': 1, openExternal: 1 },
      'main/ports.ts': {
        'electron clipboard': 1,
        'electron shell': 2,
        openExternal: 1,
        openPath: 1,
        writeText: 1,
        // The clipboard, like the one above.
        copyImageAt: 1
      },
      'app/host/areas/ledger-area.ts': { openLink: 1 },
      'app/host/areas/server-requests-area.ts': { openLink: 1 },
      'app/server-requests/elicitation.ts': { openLink: 1 },
      'app/host/handlers/account-handlers.ts': { openLink: 1, copyText: 1 },
      // Files: the settings file, the user's table of models, the folder of tests, and the one of Parley's own logs.
      'app/host/handlers/app-handlers.ts': {
        openLink: 1,
        copyText: 1,
        copyImage: 1,
        saveFile: 1,
        openFile: 4
      },
      'app/servers/lifecycle/server-lifecycle.ts': { openLink: 1 },
      'renderer/consent/elicitation/link-question.tsx': { openLink: 1 },
      'renderer/ui/untrusted/link.tsx': { '<a>': 1, openLink: 2 }
    },
    yes: 'the question of the link, with its whole address',
    ledger: ['link'],
    shown: [
      ['app/server-requests/server-requests.test.ts', 'opens it only after approval'],
      [
        'renderer/ui/untrusted/markdown.test.tsx',
        'shows the whole address of a link with its host highlighted, and opens it only after approval'
      ],
      [coreLedger, 'records every recipient in a conversation'],
      ['main/link.test.ts', 'refuses %j']
    ]
  },
  {
    what: 'The clipboard: any program on this computer can read copied text.',
    ports: {
      // Its pictures are data in the page.
      'renderer/ui/untrusted/drawing/active-picture.tsx': { copyImage: 2, '<img>': 2 },
      'renderer/conversation/messages/message-menu.tsx': { copyText: 1 },
      'renderer/ui/controls/render-boundary.tsx': { copyText: 1 },
      'renderer/ui/untrusted/code-block.tsx': { copyText: 1 }
    },
    yes: 'the user presses Copy',
    ledger: 'it stays on this computer, and the user copied it',
    shown: [['renderer/ui/untrusted/hidden-everywhere.test.tsx', 'copies a code block as written']]
  },
  {
    what: 'A file: saved content, and the settings file that opens in the system editor.',
    ports: {
      'app/host/areas/exports-area.ts': { saveFile: 1 },
      'app/host/workbench/recordings.ts': { saveFile: 1 },
      'app/host/workbench/conformance-runs.ts': { saveFile: 1 },
      'app/host/handlers/health-handlers.ts': { saveFile: 1 },
      'app/host/handlers/ledger-handlers.ts': { saveFile: 1 },
      'renderer/ui/controls/save-button.tsx': { saveFile: 1 },
      'renderer/ui/untrusted/drawing/drawing.tsx': { saveFile: 1 }
    },
    yes: 'the user chooses the location in the system dialog; the settings file has a fixed location',
    ledger: 'it stays on this computer, where the user saved it',
    shown: [
      [coreLedger, 'exports to a file that the user chooses'],
      ['app/host/tests/servers/recordings.test.ts', 'records from the handshake on, removes secrets']
    ]
  },
  {
    what: 'The view of a call, a page of its server: it has no network. Its tool calls and reads go to that server, its links to the browser, its messages to the model, and its files to this computer.',
    ports: {
      'app/views/session/view-session.ts': { '@modelcontextprotocol/ext-apps AppBridge': 1 },
      // Checks of the form of a message.
      'app/views/session/parse-message.ts': {
        '@modelcontextprotocol/client isJSONRPCErrorResponse': 1,
        '@modelcontextprotocol/client isJSONRPCNotification': 1,
        '@modelcontextprotocol/client isJSONRPCRequest': 1,
        '@modelcontextprotocol/client isJSONRPCResultResponse': 1
      },
      'app/views/session/read-tool-result.ts': {
        '@modelcontextprotocol/ext-apps McpUiToolResultNotificationSchema': 1
      },
      'app/views/session/answer-requests.ts': { openLink: 1 },
      'app/host/views/hold-requests.ts': { openLink: 1 },
      'app/host/views/view-handlers.ts': { openLink: 1 },
      'app/host/views/view-requests.ts': { openLink: 1, saveFile: 1 },
      // The two addresses of the view, which the main process answers from memory.
      'main/views/guard-guest.ts': { loadURL: 1 },
      'renderer/conversation/tool-call/call-view.tsx': { '<webview>': 1 },
      'renderer/servers/apps/app-frame.tsx': { '<webview>': 1 },
      'renderer/servers/tests/drawn-app.tsx': { '<webview>': 1 }
    },
    yes: 'the question of each tool call, link, message and download; reads of its own server need none',
    ledger: ['tool call', 'view request', 'link'],
    shown: [
      ['main/views/answer-view.test.ts', 'are answered for no other host'],
      [
        'app/host/tests/conversation/views.test.ts',
        'calls a tool of its server only after approval, which names the view'
      ],
      [viewRequests, 'opens after the link question, which says that the app asks'],
      [viewRequests, 'are saved under a safe name after the question, also files from its server'],
      [viewRequests, 'is sent as written by the app, after a question with the whole text'],
      [viewRequests, 'gets resources with their bytes, and the lists, each in the activity log']
    ]
  },
  {
    what: 'A preview of a page from a model: its page has no network. In the browser, it may use it.',
    ports: {
      // One of them is for recordings, which are written like the files above.
      'app/host/areas/create-engines.ts': { openFile: 1, saveFile: 1 },
      'app/host/areas/create-workbench.ts': { saveFile: 1 },
      'app/host/views/open-previews.ts': { openFile: 1 },
      // Runs in the page of the preview.
      'renderer/preview-pages/compile-react.ts': { 'sucrase transform': 1 },
      'renderer/preview/preview-panel.tsx': { '<webview>': 1 }
    },
    yes: 'a press on Preview; before the browser opens, a question that says that nothing limits the page there',
    // What its page does in the browser is not known to Parley.
    ledger: ['preview'],
    shown: [
      ['app/host/views/open-previews.test.ts', 'runs its page in a frame whose policy names no host'],
      ['app/host/views/open-previews.test.ts', 'is written to a file for the browser without reports'],
      ['renderer/preview/preview-panel.test.tsx', 'opens in the browser only after a question'],
      ['e2e/preview.spec.ts', 'runs a page only after the press, keeps it from everything']
    ]
  },
  {
    what: 'Nothing: the page loads its own files, shows data that it has, and its forms end in calls of the bridge.',
    ports: {
      // Reads zip archives, files of this computer.
      'app/archives/read/zip.ts': { 'yauzl openPromise': 1 },
      'app/bundles/zip/open-zip.ts': { 'yauzl getFileNameLowLevel': 1, 'yauzl openPromise': 1 },
      // Parses the signature of a bundle; the list of authorities is a constant of the runtime.
      'app/bundles/folder/signature.ts': { 'pkijs import()': 1, 'tls import()': 1 },
      // Makes certificates by which sandboxed servers trust Parley's own proxy; constants of the runtime.
      'app/sandbox/secrets/authority.ts': { 'pkijs import()': 1, 'asn1js import()': 1 },
      'app/sandbox/secrets/certificate-files.ts': { 'tls rootCertificates': 1 },
      // Looks up words, in a thread, in WebAssembly that gets the bytes of its program and its dictionaries.
      'app/spelling/hunspell.ts': { 'hunspell-wasm Hunspell': 1, 'hunspell-wasm default': 1 },
      'main/window.ts': { 'electron BrowserWindow': 1, loadURL: 1 },
      // `net` asks the development server; a packaged app has none.
      'main/page/protocol.ts': { 'electron net': 1, 'electron protocol': 1 },
      'main/app-links.ts': { setAsDefaultProtocolClient: 1 },
      // A page of its own files, for the library that draws diagrams; it has a content policy, too.
      'main/page/diagram-page.ts': { 'electron WebContentsView': 1, loadURL: 1 },
      'renderer/diagrams/frame.ts': { 'mermaid default': 2 },
      'renderer/index.tsx': { location: 1 },
      'renderer/shell/navigation-view-store.ts': { location: 1 },
      'renderer/shell/reload.ts': { location: 1 },
      'renderer/parts/content/media.tsx': { '<img>': 1, '<audio>': 1 },
      'renderer/parts/offered-icon.tsx': { '<img>': 1 },
      'renderer/parts/content/start-pdf-worker.ts': { Worker: 1 },
      'renderer/parts/content/pdf-data.ts': { fetch: 1 },
      'renderer/parts/content/pdf-worker.ts': { 'pdfjs-dist *': 0, 'pdfjs-dist getDocument': 1 },
      'renderer/conversation/attach/prompt-dialog.tsx': { '<form>': 1 },
      'renderer/conversation/composer/arguments-dialog.tsx': { '<form>': 1 },
      'renderer/conversation/content/missing-key.tsx': { '<form>': 1 },
      'renderer/parts/server-form.tsx': { '<form>': 1 },
      'renderer/parts/adding/entry-secrets.tsx': { '<form>': 1 },
      'renderer/servers/differences/registry-entry-form.tsx': { '<form>': 1 },
      'renderer/servers/directory/registry-address.tsx': { '<form>': 1 },
      // Draws on a canvas.
      'renderer/servers/health/drawn-chart.tsx': { 'uplot *': 0, 'uplot default': 2 },
      'renderer/servers/health/limits-form.tsx': { '<form>': 1 },
      'renderer/servers/inspect/secret-header-form.tsx': { '<form>': 1 },
      'renderer/servers/offers/call-limits-form.tsx': { '<form>': 1 },
      'renderer/settings/conversation-section.tsx': { '<form>': 1 },
      'renderer/settings/ledger-collector.tsx': { '<form>': 1 },
      'renderer/settings/models/add-provider.tsx': { '<form>': 1 },
      'renderer/settings/models/parameters-form.tsx': { '<form>': 1 },
      'renderer/settings/models/price-form.tsx': { '<form>': 2 },
      'renderer/settings/models/provider-card.tsx': { '<form>': 1 },
      'renderer/settings/models/pull-model.tsx': { '<form>': 1 },
      'renderer/settings/models/spending-form.tsx': { '<form>': 1 },
      'renderer/settings/sampling-limits.tsx': { '<form>': 1 },
      'renderer/shell/list-dialogs/folder-name-dialog.tsx': { '<form>': 1 },
      'renderer/shell/list-dialogs/move-dialog.tsx': { '<form>': 1 },
      'renderer/welcome/choose-model.tsx': { '<form>': 1 }
    },
    yes: 'none is needed: the content policy of the page blocks all requests',
    ledger: 'nothing leaves',
    shown: [
      ['main/page/page-files.test.ts', 'allows no network and no script from text'],
      ['main/page/page-files.test.ts', 'allows only the dev server in development']
    ]
  },
  {
    what: 'Nothing: Node.js modules that are loaded by name.',
    ports: {
      // The hash of a server's name, loaded when it is needed.
      'app/base/server-file-names.ts': { getBuiltinModule: 1 },
      // The database of the runtime, if it has one.
      'app/history/database.ts': { getBuiltinModule: 1 },
      // A timeout for regular expressions in a schema; it runs a fixed text.
      'app/mcp/schemas/schema-fit.ts': { 'vm default': 2 }
    },
    yes: 'none is needed',
    ledger: 'nothing leaves',
    shown: []
  }
]

/** Data for a server, by the gateway method that sends it: the kinds of log entries, or why there is none. */
export const toServers: Readonly<Record<string, readonly LedgerEntry['kind'][] | string>> = {
  connect: ['connection', 'secret', 'folders'],
  openBridge: ['connection', 'secret'],
  closeBridge: 'ends what `openBridge` began',
  callTool: ['tool call'],
  answerRequest: ['sampling answer', 'form answer'],
  setRoots: ['folders'],
  setLogLevel: ['log level'],
  readResource: ['resource address'],
  subscribeResource: ['subscription'],
  getPrompt: ['prompt arguments'],
  sendWritten: ['message'],
  complete: ['completion'],
  answerChallenge: 'an access token, to the server that it was issued for; its sign-in is recorded',
  answerReach: 'stays in the program; the connection of the server is recorded separately',
  setHosts: 'stays in the program',
  disconnect: 'ends a connection',
  readSandbox: 'runs system programs that do nothing outside of a temporary folder',
  measureHome: 'stays in the program',
  forgetMessages: 'stays in the program',
  findMessages: 'stays in the program',
  locateMessage: 'stays in the program',
  listMessageNames: 'stays in the program',
  readMessage: 'stays in the program',
  exportMessages: 'stays in the program',
  readDefinitions: 'stays in the program',
  clearHome: 'stays in the program',
  renameHome: 'stays in the program',
  removeHome: 'stays in the program',
  updatePackage: 'npm or uv asks the registry, and the network of the server records it',
  shutdown: 'ends all connections',
  checkWritten: 'stays in the program',
  listMethods: 'stays in the program',
  cancelCall: 'names a call that the server already has',
  stopExchange: 'names a request that the server already has',
  keepWaiting: 'stays in the program',
  setTracing: 'stays in the program',
  checkArguments: 'stays in the program',
  expandTemplate: 'stays in the program',
  readIcon: 'stays in the program: the bytes were downloaded before',
  examineProgram: 'runs the runtime of a trusted program for its version; sends no user data',
  inspectProgram: 'stays on this computer: reads the files that a server would start',
  refreshTools: 'asks for a list; sends no user data',
  listResources: 'asks for a list; sends no user data',
  listPrompts: 'asks for a list; sends no user data',
  listTasks: 'asks for a list; sends no user data',
  unsubscribeResource: 'names a resource that the subscription already named'
}
