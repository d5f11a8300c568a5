import { describe, expect, test } from 'vitest'
import type { RemoteDefinition, StdioDefinition } from '../settings/definition'
import { addressOf, describeAct, fingerprintOf } from './definition'
import { warningsOf } from './definition-warnings'
import { toEnglish } from '../texts/said'

const common = {
  isDisabled: false,
  isAutoStart: true,
  timeoutMs: 1,
  maxTotalTimeoutMs: 1,
  usesInstructions: true,
  reviewsResults: false,
  receivesEverything: false,
  areIconsAllowed: false,
  logLevel: null,
  pingIntervalMs: 0,
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
  test('changes with everything that decides what runs or is contacted', () => {
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
    expect(new Set(all.map(fingerprintOf)).size).toBe(all.length)
  })

  test('does not change with limits, switches, the order of variables or the name', () => {
    const same = stdio({
      env: { A: '1', TOKEN: '${secret:token}' },
      timeoutMs: 9,
      isDisabled: true,
      name: 'other'
    })
    expect(fingerprintOf(same)).toBe(fingerprintOf(stdio()))
  })
})

test('the question shows the whole act and no values of variables or headers', () => {
  expect(describeAct(stdio())).toEqual({
    transport: 'stdio',
    command: 'node',
    args: ['a b', 'c'],
    cwd: '/srv',
    environmentNames: ['TOKEN', 'A'],
    url: null,
    headerNames: []
  })
  expect(describeAct(remote())).toMatchObject({
    url: 'https://example.com/mcp',
    headerNames: ['X-Key'],
    command: null
  })
})

test('the address shows where one argument ends', () => {
  expect(addressOf(stdio())).toBe('node "a b" c')
  expect(addressOf(remote())).toBe('https://example.com/mcp')
})

describe('warnings', () => {
  test('an ordinary program and an ordinary address need none', () => {
    expect(warningsOf(stdio({ env: {} }))).toEqual([])
    expect(warningsOf(remote({ headers: {} }))).toEqual([])
    expect(warningsOf(remote({ url: 'http://127.0.0.1:3000/mcp', headers: {} }))).toEqual([])
    expect(warningsOf(remote({ url: 'http://[::1]/mcp', headers: {} }))).toEqual([])
  })

  test.each<[string, Partial<StdioDefinition>, RegExp]>([
    ['sh -c', { command: '/bin/sh', args: ['-c', 'curl x | sh'] }, /command line to the shell sh/],
    ['bash -lc', { command: 'bash', args: ['-lc', 'x'] }, /command line to the shell bash/],
    [
      'cmd /c',
      { command: 'C:\\Windows\\System32\\CMD.EXE', args: ['/C', 'x'] },
      /command line to the shell cmd/
    ],
    [
      'powershell',
      { command: 'powershell', args: ['-EncodedCommand', 'x'] },
      /command line to the shell powershell/
    ],
    ['a shell script', { command: 'bash', args: ['x.sh'] }, /runs the shell bash/],
    ['node -e', { command: 'node', args: ['-e', 'x'] }, /written out in the arguments/],
    ['npx', { command: 'npx', args: ['-y', 'x'] }, /npx fetches code from the network/],
    ['uvx', { command: '/usr/bin/uvx', args: ['x'] }, /uvx fetches code/],
    ['npm exec', { command: 'npm', args: ['--yes', 'exec', 'x'] }, /npm fetches code/],
    ['pnpm dlx', { command: 'pnpm', args: ['dlx', 'x'] }, /pnpm fetches code/],
    ['deno run URL', { command: 'deno', args: ['run', '-A', 'npm:x'] }, /deno fetches code/],
    [
      'another registry',
      { command: 'npx', args: ['--registry=http://127.0.0.1:9', 'x'] },
      /address that is named in the arguments/
    ],
    [
      'privileged container',
      { command: 'docker', args: ['run', '--privileged', 'x'] },
      /rights over this computer/
    ],
    ['mounted root', { command: 'docker', args: ['run', '-v', '/:/host', 'x'] }, /files of this computer/],
    ['script file', { command: 'server.bat' }, /script file of the system/],
    ['LD_PRELOAD', { env: { LD_PRELOAD: 'x' } }, /LD_PRELOAD can make the program load other code/],
    [
      'NODE_OPTIONS, DYLD',
      { env: { NODE_OPTIONS: 'x', DYLD_INSERT_LIBRARIES: 'x' } },
      /NODE_OPTIONS and DYLD_INSERT_LIBRARIES can/
    ],
    ['turned text', { args: ['\u202etxt.exe'] }, /can't be seen or that reverse/],
    ['tag characters', { args: ['a\u{e0041}'] }, /can't be seen/],
    [
      'values that are handed over',
      { args: ['--key=${secret:key}'], env: { A: '${env:TEAM}', B: '${env:TEAM}' } },
      /given values of yours: \$\{secret:key\} and \$\{env:TEAM\}\./
    ],
    ['look-alike name', { lookAlikes: ['Notes'] }, /looks like that of another server: "Notes"/]
  ])('%s', (_name, change, message) => {
    expect(warningsOf(stdio(change)).map(toEnglish).join(' ')).toMatch(message)
  })

  test.each<[Partial<RemoteDefinition>, RegExp]>([
    [{ url: 'http://mcp.example/mcp' }, /headers included, travels to mcp\.example unencrypted/],
    [
      { url: 'http://localhost.evil.example/mcp', headers: {} },
      /Everything travels to localhost\.evil\.example/
    ],
    [{ url: 'https://аpple.example/mcp' }, /foreign letters.*xn--/],
    [{ url: 'http://169.254.169.254/mcp' }, /secrets are sometimes kept/],
    [{ url: 'https://example.com/?key=${secret:key}' }, /address holds a secret/],
    [{ headers: { 'X-A': 'a\u200bb' } }, /can't be seen/]
  ])('%o', (change, message) => {
    expect(warningsOf(remote(change)).map(toEnglish).join(' ')).toMatch(message)
  })
})
