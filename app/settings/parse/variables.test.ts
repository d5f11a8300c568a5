import { describe, expect, test } from 'vitest'
import { SecretRegistry } from '../../base/logger'
import type { ServerDefinition } from '../definition'
import { createVariables, findUnknownVariable } from './variables'

const secretRegistry = new SecretRegistry()
const variables = createVariables({
  environment: { TEAM: 'blue', ODD: '${secret:token} $& $1', EMPTY: '' },
  secrets: { read: (name) => Promise.resolve(name === 'token' ? 'hunter2-hunter2' : null) },
  secretRegistry
})

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
const remote = (url: string, headers: Record<string, string> = {}): ServerDefinition => ({
  ...common,
  name: 'notes',
  transport: 'http',
  url,
  headers
})

test('expands arguments, environment, headers, address and key', async () => {
  const stdio: ServerDefinition = {
    ...common,
    name: 'notes',
    transport: 'stdio',
    command: '${env:TEAM}',
    args: ['--team=${env:TEAM}${env:EMPTY}${env:TEAM}'],
    env: { TOKEN: '${secret:token}' },
    cwd: null
  }
  expect(await variables.expandServer(stdio)).toEqual({
    ...stdio,
    args: ['--team=blueblue'],
    env: { TOKEN: 'hunter2-hunter2' }
  })
  expect(
    await variables.expandServer(remote('https://${env:TEAM}.example/mcp', { X: '${env:TEAM}' }))
  ).toMatchObject({
    url: 'https://blue.example/mcp',
    headers: { X: 'blue' }
  })
  expect(await variables.expandApiKey('${secret:token}')).toBe('hunter2-hunter2')
})

test('reads no secret for a mere inspection, and keeps unknown variables', () => {
  const text = '${env:TEAM}/${secret:token}/${env:NOBODY}/${env:toString}'
  expect(variables.fillInEnvironment(text)).toBe('blue/${secret:token}/${env:NOBODY}/${env:toString}')
  expect(variables.fillInEnvironment('${env:ODD}')).toBe('${secret:token} $& $1')
})

test('inserts a value literally: no second expansion, no replacement patterns', async () => {
  expect(await variables.expandText('a ${env:ODD} z')).toBe('a ${secret:token} $& $1 z')
})

test('CONF-11: expands Windows folders if an entry names them as its shell does, and only there', async () => {
  const environment = {
    AppData: 'C:\\Users\\Ada\\AppData\\Roaming',
    KEY: 'k-1234567',
    TEMP: '${secret:token}'
  }
  const options = { environment, secrets: { read: async () => 'hunter2-hunter2' }, secretRegistry }
  const npx: ServerDefinition = {
    ...common,
    name: 'notes',
    transport: 'stdio',
    command: 'npx',
    cwd: null,
    args: ['%APPDATA%\\notes', '%TEMP%', '%HOMEPATH%', '100%APP%'],
    env: { APPDATA: '%appdata%', PLAIN: '%KEY%', BOTH: '%AppData%\\${env:KEY}' }
  }
  const onWindows = createVariables({ ...options, platform: 'win32' })
  expect(await onWindows.expandServer(npx)).toMatchObject({
    args: ['C:\\Users\\Ada\\AppData\\Roaming\\notes', '%TEMP%', '%HOMEPATH%', '100%APP%'],
    env: {
      APPDATA: 'C:\\Users\\Ada\\AppData\\Roaming',
      PLAIN: '%KEY%',
      BOTH: 'C:\\Users\\Ada\\AppData\\Roaming\\k-1234567'
    }
  })
  // The inspection before the trust question sees the same paths.
  expect(onWindows.fillInEnvironment('%APPDATA%\\notes')).toBe('C:\\Users\\Ada\\AppData\\Roaming\\notes')
  const elsewhere = createVariables({ ...options, platform: 'linux' })
  expect(await elsewhere.expandServer({ ...npx, env: {} })).toEqual({ ...npx, env: {} })
})

test.each(['${HOME}', '${', '${}', '$(id)', '%APPDATA%', '{{x}}', '$TEAM', '${toString}', '${env:TEAM'])(
  "doesn't treat %s as a variable",
  async (text) => {
    expect(await variables.expandText(text)).toBe(text)
  }
)

test.each(['${env:MISSING}', '${secret:missing}', '${env:}', '${env:__proto__}', '${env:toString}'])(
  'reports a missing value of %s',
  async (text) => {
    const message = expect.stringContaining(text)
    await expect(variables.expandText(text)).rejects.toMatchObject({
      code: 'SETTINGS_UNKNOWN_VARIABLE',
      message
    })
  }
)

test('registers secrets, so that logs leave them out', async () => {
  await variables.expandText('${secret:token}')
  await variables.expandApiKey('sk-written-in-the-file')
  expect(secretRegistry.redact('Bearer hunter2-hunter2')).toBe('Bearer [secret]')
  expect(secretRegistry.redact('key sk-written-in-the-file')).toBe('key [secret]')
})

describe('an expanded value', () => {
  test.each([
    [remote('${env:TEAM}'), /valid address/],
    [remote('https://${env:ODD}@example.com/'), /space|user name/]
  ])('is refused like a written one: %o', async (definition, message) => {
    await expect(variables.expandServer(definition)).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message: expect.stringMatching(message)
    })
  })
})

test('recognizes variables of other apps', () => {
  expect(findUnknownVariable('a ${workspaceFolder}/x')).toBe('${workspaceFolder}')
  expect(findUnknownVariable('${env:X} ${} ${')).toBeNull()
})

test('keeps possible secrets out of logs: values of variables, of headers and of the environment', async () => {
  const registry = new SecretRegistry()
  const { expandServer } = createVariables({
    environment: { CANARY_ONE: 'canary-env-1', HOME: '/home/me' },
    secrets: { read: () => Promise.resolve('canary-vault-2') },
    secretRegistry: registry
  })
  await expandServer({
    ...common,
    name: 'notes',
    transport: 'stdio',
    command: 'node',
    args: ['--one=${env:CANARY_ONE}', '--two=${secret:two}', '${env:HOME}/notes'],
    env: { OTHER: 'canary-literal-3', PASSWORD: 'swordfish', MODE: 'production', PORT: '8080' },
    cwd: null
  })
  await expandServer(
    remote('https://x.example', { Authorization: 'Bearer canary-header-4', 'X-Team': 'platform' })
  )
  const said =
    'canary-env-1 canary-vault-2 canary-literal-3 swordfish canary-header-4 /home/me production 8080 platform'
  expect(registry.redact(said)).toBe(
    '[secret] [secret] [secret] [secret] [secret] /home/me production 8080 platform'
  )
})
