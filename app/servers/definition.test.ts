import type { Warning } from '../contract/localized-text'
import { describe, expect, test } from 'vitest'
import { findSecrets } from '../base/secret-forms'
import type {
  OAuthDefinition,
  RemoteDefinition,
  ServerDefinition,
  StdioDefinition
} from '../settings/definition'
import { hashServerDefinition } from '../settings/server-definition-hash'
import { readServerAddress, describeAct } from './definition'
import { listDefinitionWarnings } from './definition-warnings'
import { toEnglish } from '../texts/render-localized'

const common = {
  isDisabled: false,
  isAutoStart: true,
  startsOnUse: false,
  sleepAfterMs: 1_800_000,
  group: null,
  groups: null,
  clientName: null,
  clientVersion: null,
  announcesFolders: true,
  timeoutMs: 1,
  maxTotalTimeoutMs: 1,
  usesInstructions: true,
  reviewsResults: false,
  receivesEverything: false,
  areIconsAllowed: false,
  logLevel: null,
  healthLimits: null,
  pingIntervalMs: 0,
  connectTimeoutMs: 30_000,
  installTimeoutMs: 600_000,
  tools: new Map(),
  lookAlikes: []
}
const stdio = (change: Partial<StdioDefinition> = {}): StdioDefinition => ({
  ...common,
  name: 'notes',
  transport: 'stdio',
  command: 'node',
  args: ['a b', 'c'],
  env: { TOKEN: '${secret:token}', A: '1' },
  cwd: '/srv',
  ...change
})
const remote = (change: Partial<RemoteDefinition> = {}): RemoteDefinition => ({
  ...common,
  name: 'notes',
  transport: 'http',
  url: 'https://example.com/mcp',
  headers: { 'X-Key': '${secret:key}' },
  ...change
})

describe('the fingerprint', () => {
  test('changes with every part that decides what runs or is contacted', () => {
    const all = [
      stdio(),
      stdio({ command: 'deno' }),
      stdio({ args: ['a', 'b c'] }),
      stdio({ args: ['a b c'] }),
      stdio({ env: { TOKEN: 'x', A: '1' } }),
      stdio({ env: { TOKEN: '${secret:token}' } }),
      stdio({ cwd: null }),
      remote(),
      remote({ transport: 'sse' }),
      remote({ url: 'https://example.com/mcp/' }),
      remote({ headers: { 'X-Key': 'x' } }),
      remote({ headers: {} })
    ]
    expect(new Set(all.map(hashServerDefinition)).size).toBe(all.length)
  })

  test('does not change with limits, switches, the order of variables or the name', () => {
    const same = stdio({
      env: { A: '1', TOKEN: '${secret:token}' },
      timeoutMs: 9,
      isDisabled: true,
      name: 'other'
    })
    expect(hashServerDefinition(same)).toBe(hashServerDefinition(stdio()))
  })
})

const act = (definition: ServerDefinition) => describeAct(definition, findSecrets)

test('shows everything in the trust question, including literal values of variables', () => {
  expect(act(stdio())).toEqual({
    transport: 'stdio',
    command: 'node',
    args: ['a b', 'c'],
    cwd: '/srv',
    environmentNames: ['TOKEN', 'A'],
    environment: [
      { name: 'TOKEN', value: '${secret:token}' },
      { name: 'A', value: '1' }
    ],
    url: null,
    headerNames: []
  })
  expect(act(remote())).toMatchObject({
    url: 'https://example.com/mcp',
    headerNames: ['X-Key'],
    headers: [{ name: 'X-Key', value: '${secret:key}' }],
    command: null
  })
})

test.each([
  ['API_KEY', 'abcdefgh12345678', '•••'],
  ['ANY', 'sk-ant-abcdefghijklmnopqrstuv', '•••'],
  ['DATABASE', 'postgres://me:hunter22@db.example/x', 'postgres://me:•••@db.example/x'],
  ['Authorization', 'Bearer abcdefghijklmnopqrstuvwxyz', '•••'],
  ['ANY', 'Qm9Zk3x/7TfPq2LwXv+8aRd1sYhN', '•••'],
  ['ANY', '--key=Qm9Zk3x/7TfPq2LwXv+8aRd1sYhN /data', '--key=••• /data'],
  ['HOOK', 'https://hooks.example/services/Qm9Zk3x7TfPq2LwXv8aRd1sYhN', 'https://hooks.example/services/•••']
])('hides text that looks like a secret: %s=%s', (name, value, shown) => {
  expect(act(stdio({ env: { [name]: value } })).environment).toEqual([
    { name, value: shown, hiddenMark: expect.stringMatching(/^[0-9a-f]{4}$/) }
  ])
})

test.each([
  ['TOKEN', '${secret:token}'],
  ['Authorization', 'Bearer ${secret:token-of-the-vault}'],
  ['NODE_OPTIONS', '--require=/tmp/sk-abcdefghijklmnopqrstuvwx.js'],
  ['npm_config_registry', 'https://me:password@packages.example/'],
  ['SECRET', '/tmp/evil.js'],
  ['API_KEY', 'https://evil.example/collect'],
  ['SESSION', 'start-session --run evil.js'],
  ['MODE', 'fast'],
  ['DATA', '/home/User1/Projects2026/Accounts/Server3'],
  ['DATA', String.raw`C:\Users\User1\Projects2026\Accounts\Server3`],
  ['FOLDERS', '/home/User1/Projects2026/Account3:/srv/Data2026/Of/User1/Shared'],
  ['OPTIONS', '--data=/home/User1/Projects2026/Account3 --log ~/Logs/Of/User1/In/2026'],
  ['PAGE', 'https://example.com/Docs2026/Of/User1/In/Team3']
])('shows what decides what runs, and names of secrets: %s=%s', (name, value) => {
  expect(act(stdio({ env: { [name]: value } })).environment).toEqual([{ name, value }])
})

describe('the sign-in of a server', () => {
  const oauth: OAuthDefinition = {
    flow: 'client-credentials',
    clientId: 'me',
    clientSecret: '${secret:of-another-server}',
    clientMetadataUrl: null,
    issuer: 'https://collect.example',
    scopes: ['a', 'b'],
    redirectPort: null,
    redirect: 'loopback',
    parameters: { audience: 'x', zone: 'y' },
    privateKey: null,
    signingAlgorithm: 'ES256',
    assertion: null,
    identityProvider: {
      issuer: null,
      tokenEndpoint: 'https://token.example/t',
      clientId: 'c',
      clientSecret: 'literal-secret',
      idToken: null
    }
  }

  test('SEC-11-3 is shown completely: flow, issuer, token URL, parameters, references to secrets', () => {
    const shown = Object.fromEntries(
      (act(remote({ oauth })).oauth ?? []).map(({ name, value }) => [name, value])
    )
    expect(shown).toEqual({
      flow: 'client-credentials',
      clientId: 'me',
      clientSecret: '${secret:of-another-server}',
      issuer: 'https://collect.example',
      scopes: 'a b',
      redirect: 'loopback',
      'parameters.audience': 'x',
      'parameters.zone': 'y',
      signingAlgorithm: 'ES256',
      'identityProvider.tokenEndpoint': 'https://token.example/t',
      'identityProvider.clientId': 'c',
      'identityProvider.clientSecret': '•••'
    })
  })

  test('SEC-11-3 changes the fingerprint with each part, but not with the order of parameters', () => {
    const changes: Partial<OAuthDefinition>[] = [
      {},
      { flow: 'browser' },
      { clientSecret: '${secret:other}' },
      { issuer: null },
      { scopes: null },
      { redirectPort: 4_000 },
      { redirect: 'app' },
      { parameters: { audience: 'x' } },
      { privateKey: '${secret:k}' },
      { assertion: 'a' },
      { identityProvider: null }
    ]
    const prints = changes.map((change) => hashServerDefinition(remote({ oauth: { ...oauth, ...change } })))
    expect(new Set(prints).size).toBe(changes.length)
    const turned = { ...oauth, parameters: { zone: 'y', audience: 'x' } }
    expect(hashServerDefinition(remote({ oauth: turned }))).toBe(prints[0])
  })
})

test('shows where one argument ends', () => {
  expect(readServerAddress(stdio())).toBe('node "a b" c')
  expect(readServerAddress(remote())).toBe('https://example.com/mcp')
})

describe('a warning', () => {
  test('is absent for an ordinary program and an ordinary URL', () => {
    expect(listDefinitionWarnings(stdio({ env: {} }))).toEqual([])
    expect(listDefinitionWarnings(remote({ headers: {} }))).toEqual([])
    for (const host of ['127.0.0.1:3000', '[::1]:3000', 'localhost', 'localhost.', '[::ffff:127.0.0.1]'])
      expect(listDefinitionWarnings(remote({ url: `http://${host}/mcp`, headers: {} }))).toEqual([])
    expect(listDefinitionWarnings(remote({ url: 'http://[::1]/mcp', headers: {} }))).toEqual([])
  })

  const loose = { command: 'npx', args: ['-y', 'x'], env: {} }
  test.each<[string, Partial<StdioDefinition>]>([
    ['npx of a full version', { ...loose, args: ['-y', '@a/x@1.2.3', '/home'] }],
    ['npx of a preview', { ...loose, args: ['x@2.0.0-beta.1'] }],
    ['uvx of a full version', { command: 'uvx', args: ['x==1.2.3'], env: {} }]
  ])('is absent for code that can’t change: %s', (_name, change) => {
    expect(listDefinitionWarnings(stdio(change))).toEqual([])
  })

  test.each<[string, Partial<StdioDefinition>, RegExp]>([
    ['sh -c', { command: '/bin/sh', args: ['-c', 'curl x | sh'] }, /passes a command line to sh/],
    ['bash -lc', { command: 'bash', args: ['-lc', 'x'] }, /passes a command line to bash/],
    [
      'cmd /c',
      { command: 'C:\\Windows\\System32\\CMD.EXE', args: ['/C', 'x'] },
      /passes a command line to cmd/
    ],
    [
      'powershell',
      { command: 'powershell', args: ['-EncodedCommand', 'x'] },
      /passes a command line to powershell/
    ],
    ['a shell script', { command: 'bash', args: ['x.sh'] }, /script with the shell bash/],
    ['node -e', { command: 'node', args: ['-e', 'x'] }, /code that node runs is in the arguments/],
    ['npx', { command: 'npx', args: ['-y', 'x'] }, /npx downloads code/],
    ['npx of a range', { command: 'npx', args: ['-y', 'x@1.2'] }, /npx downloads code/],
    ['npx of another package', { command: 'npx', args: ['-p', 'y', 'x@1.2.3'] }, /npx downloads code/],
    [
      '-e for Parley’s Node',
      { command: 'parley:node', args: ['-e', 'x'] },
      /code that node runs is in the arguments/
    ],
    ['uvx', { command: '/usr/bin/uvx', args: ['x'] }, /uvx downloads code/],
    ['npm exec', { command: 'npm', args: ['--yes', 'exec', 'x'] }, /npm downloads code/],
    ['pnpm dlx', { command: 'pnpm', args: ['dlx', 'x'] }, /pnpm downloads code/],
    ['deno run URL', { command: 'deno', args: ['run', '-A', 'npm:x'] }, /deno downloads code/],
    [
      'another registry',
      { command: 'npx', args: ['--registry=http://127.0.0.1:9', 'x'] },
      /address in its arguments/
    ],
    [
      'privileged container',
      { command: 'docker', args: ['run', '--privileged', 'x'] },
      /rights on this computer/
    ],
    ['mounted root', { command: 'docker', args: ['run', '-v', '/:/host', 'x'] }, /this computer's files/],
    ['script file', { command: 'server.bat' }, /is a script file/],
    ['LD_PRELOAD', { env: { LD_PRELOAD: 'x' } }, /LD_PRELOAD can make the program load other code/],
    [
      'NODE_OPTIONS, DYLD',
      { env: { NODE_OPTIONS: 'x', DYLD_INSERT_LIBRARIES: 'x' } },
      /NODE_OPTIONS and DYLD_INSERT_LIBRARIES can/
    ],
    ['another registry in a variable', { env: { npm_config_registry: 'x' } }, /npm_config_registry can make/],
    ['text with changed direction', { args: ['\u202etxt.exe'] }, /invisible or reverse/],
    ['tag characters', { args: ['a\u{e0041}'] }, /invisible/],
    [
      'values that are passed to a container',
      { args: ['--key=${secret:key}'], env: { A: '${env:TEAM}', B: '${env:TEAM}' } },
      /gets these values from you: \$\{secret:key\} and \$\{env:TEAM\}\./
    ],
    ['look-alike name', { lookAlikes: ['Notes'] }, /looks like the name of another server: "Notes"/]
  ])('%s', (_name, change, message) => {
    expect(listDefinitionWarnings(stdio(change)).map(toEnglish).join(' ')).toMatch(message)
  })

  test('is absent for a secret in a variable, which is listed among the permissions', () => {
    const containment = { read: [], write: [], hosts: ['a.test'], masked: { KEY: ['a.test'] } }
    const env = { KEY: '${secret:masked}', OTHER: '${secret:held}' }
    expect(listDefinitionWarnings(stdio({ containment, env }))).toEqual([])
    expect(listDefinitionWarnings(stdio({ env, args: ['${secret:held}'] })).map(toEnglish)).toEqual([
      'It gets these values from you: ${secret:held}.'
    ])
  })

  const sandboxed = { containment: { read: [], write: [], hosts: [] } }
  const levels = (found: readonly Warning[]) => found.map(({ text, level }) => [text, level])

  test.each<[string, Partial<StdioDefinition>]>([
    ['npx without a version in a sandbox', { command: 'npx', args: ['-y', 'x'], ...sandboxed }],
    ['uvx of the latest version in a sandbox', { command: 'uvx', args: ['x@latest'], ...sandboxed }],
    ['npx of a version', { command: 'npx', args: ['-y', 'x@1.2.3'] }],
    ['npx.cmd of a version', { command: 'npx.cmd', args: ['-y', 'x@1.2.3'] }],
    ['a key in a variable', { env: { API_KEY: '${secret:key}' } }],
    ['docker', { command: 'docker', args: ['run', '-i', '--rm', 'mcp/time'] }],
    [
      'a folder inside a home',
      { containment: { read: ['/home/me/notes'], write: ['/Users/me/x'], hosts: [] } }
    ]
  ])('is absent for an ordinary entry: %s', (_what, change) => {
    expect(listDefinitionWarnings(stdio(change))).toEqual([])
  })

  test.each<[string, Partial<StdioDefinition>, string]>([
    ['npx without a version', { command: 'npx', args: ['-y', 'x'] }, 'trust.fetchesCode'],
    ['uvx of the latest version', { command: 'uvx', args: ['x@latest'] }, 'trust.fetchesCode'],
    ['cmd /c npx', { command: 'cmd', args: ['/c', 'npx', '-y', 'x'] }, 'trust.fetchesCode'],
    ['a shell script', { command: 'bash', args: ['x.sh'] }, 'trust.shell'],
    ['PATH', { env: { PATH: '/opt/bin' } }, 'trust.searchPlaces'],
    ['a variable of yours', { env: { A: '${env:TEAM}' } }, 'trust.givenValues']
  ])('is a note for %s', (_what, change, key) => {
    expect(levels(listDefinitionWarnings(stdio(change)))).toEqual([[key, 'note']])
  })

  test.each<[string, Partial<StdioDefinition>, string]>([
    ['sh -c', { command: 'sh', args: ['-c', 'npx -y x'] }, 'trust.shellLine'],
    ['cmd /c with shell syntax', { command: 'cmd', args: ['/c', 'npx', 'x', '&', 'del'] }, 'trust.shellLine'],
    ['node -e', { command: 'node', args: ['-e', 'x'] }, 'trust.codeInArguments'],
    ['NODE_OPTIONS', { env: { NODE_OPTIONS: '-r x' } }, 'trust.loaders'],
    ['LD_PRELOAD', { env: { LD_PRELOAD: 'x' } }, 'trust.loaders'],
    ['another registry', { args: ['--index-url', 'https://x.example'] }, 'trust.otherRegistry'],
    ['a privileged container', { command: 'docker', args: ['run', '--privileged'] }, 'trust.containerRights'],
    ['the whole home', { containment: { read: ['/home/me'], write: [], hosts: [] } }, 'trust.wholeHome'],
    ['the whole disk', { containment: { read: [], write: ['/'], hosts: [] } }, 'trust.wholeHome'],
    ['the home of root', { containment: { read: ['/root/'], write: [], hosts: [] } }, 'trust.wholeHome'],
    ['keys', { containment: { read: ['/home/me/.ssh'], write: [], hosts: [] } }, 'trust.keyFolders'],
    [
      'a key',
      { containment: { read: ['/root/.aws/credentials'], write: [], hosts: [] } },
      'trust.keyFolders'
    ],
    ['a shortcut', { command: 'C:\\x.lnk' }, 'trust.shortcut'],
    ['text with changed direction', { args: ['\u202etxt.exe'] }, 'trust.hiddenCharacters'],
    ['a look-alike name', { lookAlikes: ['Notes'] }, 'trust.lookAlike']
  ])('is a danger for %s', (_what, change, key) => {
    expect(levels(listDefinitionWarnings(stdio(change)))).toEqual([[key, 'danger']])
  })

  test.each<[string, [string, string][]]>([
    ['http://127.0.0.1:3000/mcp', []],
    ['http://[::1]:3000/mcp', []],
    ['http://localhost/mcp', []],
    ['https://nas.local/mcp', []],
    ['http://192.168.1.5:3000/mcp', [['trust.notEncryptedNearby', 'note']]],
    ['http://example.com/mcp', [['trust.notEncrypted', 'danger']]],
    ['https://example.com/mcp?api_key=abc', [['trust.tokenInAddress', 'note']]],
    ['https://example.com/mcp?tavilyApiKey=abc', [['trust.tokenInAddress', 'note']]],
    ['https://example.com/mcp?monkey=abc', []],
    ['https://169.254.169.254/mcp', [['trust.localNetwork', 'danger']]]
  ])('has the right level for the URL %s', (url, expected) => {
    expect(levels(listDefinitionWarnings(remote({ url, headers: {} })))).toEqual(expected)
  })

  test('SEC-11-3 names each variable that loads code, for any program', () => {
    const names = ['BASH_ENV', 'NPM_CONFIG_REGISTRY', 'UV_INDEX_URL', 'PIP_INDEX_URL', 'GIT_SSH_COMMAND', 'PYTHONSTARTUP', 'PYTHONWARNINGS', 'DOTNET_STARTUP_HOOKS', 'JAVA_TOOL_OPTIONS', 'RUBYOPT', 'PERL5DB', 'BUN_OPTIONS', 'YARN_RC_FILENAME', 'OPENSSL_CONF'] // prettier-ignore
    const unwarned = names.filter(
      (name) => listDefinitionWarnings(stdio({ env: { [name]: 'x' } })).length === 0
    )
    expect(unwarned).toEqual([])
  })

  test('SEC-11-3 names secrets that are sent to a sign-in server, with its host', () => {
    const nothing = { clientMetadataUrl: null, redirectPort: null, privateKey: null, assertion: null }
    const oauth: OAuthDefinition = {
      ...nothing,
      flow: 'client-credentials',
      clientId: 'me',
      clientSecret: '${secret:of-another-server}',
      issuer: 'https://collect.example',
      scopes: null,
      redirect: 'loopback',
      parameters: {},
      signingAlgorithm: 'ES256',
      identityProvider: null
    }
    const said = listDefinitionWarnings(remote({ oauth })).map(toEnglish).join(' ')
    expect(said).toContain('${secret:of-another-server}')
    expect(said).toMatch(/sign in to this server on a different host: collect\.example/)
  })

  test.each<[Partial<RemoteDefinition>, RegExp]>([
    [{ url: 'https://аpple.example/mcp' }, /other alphabets.*xn--/],
    [{ url: 'https://169.254.169.254/mcp' }, /secrets are sometimes stored/],
    [{ url: 'https://example.com/?key=${secret:key}' }, /address contains a secret/],
    [{ headers: { 'X-A': 'a\u200bb' } }, /invisible/]
  ])('is given for %o', (change, message) => {
    expect(listDefinitionWarnings(remote(change)).map(toEnglish).join(' ')).toMatch(message)
  })
})
