import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { quote, toEnglish, toText } from '../texts/render-localized'
import { showLanguage } from '../texts/translated'
import { grantScopes } from '../contract/grants'
import { managedView } from '../contract/settings'
import type { ManagedPolicy, ServerIdentity } from './interface'
import { readPolicy } from './read-policy'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'policy-'))
  file = path.join(folder, 'policy.json')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

function read(policy: object | string): ManagedPolicy {
  writeFileSync(file, typeof policy === 'string' ? policy : JSON.stringify(policy))
  const read = readPolicy(file, null)
  managedView.parse(read.view)
  return read
}

function program(command: string, args: string[] = [], env: Record<string, string> = {}): ServerIdentity {
  return { name: 'files', transport: 'stdio', command, args, env, cwd: null }
}

function remote(url: string): ServerIdentity {
  return { name: 'far', transport: 'http', url }
}

const failureOf = ({ view }: ManagedPolicy) => (view?.failure == null ? '' : toEnglish(view.failure))
const mayRun = (policy: ManagedPolicy, server: ServerIdentity) => policy.refusalOf(server) === null

describe('no policy', () => {
  it('manages nothing and shows nothing', () => {
    for (const place of [null, path.join(folder, 'none.json'), path.join(folder, 'none', 'policy.json')]) {
      const policy = readPolicy(place, null)
      expect(policy.view).toBeNull()
      expect(mayRun(policy, program('anything'))).toBe(true)
      expect(policy.forbiddenScopes).toEqual([])
    }
  })

  it('has the effect of an empty policy, but is not shown', () => {
    const policy = read({})
    expect(policy.view).toMatchObject({ file, failure: null, limitsServers: false })
    expect(mayRun(policy, program('anything'))).toBe(true)
  })
})

describe('programs', () => {
  const policy = () =>
    read({
      servers: {
        allow: [
          { command: '/usr/bin/node', args: ['/opt/files.js'] },
          { command: 'npx', args: ['-y', '@example/files', '...'] },
          { command: '/opt/any' }
        ]
      }
    })

  it.each([
    ['/usr/bin/node', ['/opt/files.js']],
    ['npx', ['-y', '@example/files']],
    ['npx', ['-y', '@example/files', '/home/ada', '/srv']],
    ['/opt/any', ['whatever']]
  ])('allows %s %j', (command, args) => expect(mayRun(policy(), program(command, args))).toBe(true))

  it.each([
    ['node', ['/opt/files.js']],
    ['/usr/bin/node', []],
    ['/usr/bin/node', ['/opt/files.js', '--inspect']],
    ['/usr/bin/node', ['-e', 'evil()']],
    ['npx', ['-y', '@example/files-evil']],
    ['npx', ['@example/files', '-y']],
    ['/OPT/ANY', []],
    ['/opt/any ', []]
  ])('forbids %s %j', (command, args) => expect(mayRun(policy(), program(command, args))).toBe(false))

  /** Variables that the rules of earlier versions let pass: with them an allowed command runs or asks something else. */
  const passedBefore = [
    ...['PYTHONUSERBASE', 'PYTHONBREAKPOINT', 'PYTHONWARNINGS', 'BROWSER', 'PERL5DB', 'PERLLIB', 'GEM_HOME'],
    ...['GEM_PATH', 'BUNDLE_GEMFILE', 'CLASSPATH', 'JAVA_OPTS', 'MAVEN_OPTS', 'GRADLE_OPTS', 'GIT_EXEC_PATH'],
    ...[
      'GIT_CONFIG_COUNT',
      'DOTNET_STARTUP_HOOKS',
      'CORECLR_PROFILER',
      'GCONV_PATH',
      'LOCPATH',
      'OPENSSL_CONF'
    ],
    ...['LUA_INIT', 'PROMPT_COMMAND', 'BASH_FUNC_ls%%', 'XDG_CONFIG_HOME', 'YARN_REGISTRY', 'PNPM_HOME'],
    ...[
      'RUSTC_WRAPPER',
      'NODE_TLS_REJECT_UNAUTHORIZED',
      'SSL_CERT_FILE',
      'HTTPS_PROXY',
      'DOCKER_HOST',
      'TMPDIR'
    ],
    'A_NAME_THAT_NOBODY_THOUGHT_OF'
  ]
  const known = [
    ...[
      'NODE_OPTIONS',
      'LD_PRELOAD',
      'LD_LIBRARY_PATH',
      'DYLD_INSERT_LIBRARIES',
      'PYTHONSTARTUP',
      'PYTHONPATH'
    ],
    ...['npm_config_registry', 'NPM_CONFIG_REGISTRY', 'npm_config_node_options', 'PATH', 'Path', 'HOME'],
    ...['UV_INDEX_URL', 'PIP_INDEX_URL', 'BASH_ENV', 'ELECTRON_RUN_AS_NODE', 'USERPROFILE', 'ComSpec']
  ]

  it.each([...passedBefore, ...known])(
    'SEC-11-9 forbids %s in the entry, which the rule does not name: 26 of 26 others passed, two ran code',
    (name) => {
      const named = read({ servers: { allow: [{ command: '/opt/any', env: ['TOKEN', 'LOG_LEVEL'] }] } })
      expect(mayRun(named, program('/opt/any', [], { TOKEN: 'x', LOG_LEVEL: 'debug' }))).toBe(true)
      const refusal = named.refusalOf(program('/opt/any', [], { TOKEN: 'x', [name]: 'x' }))
      expect(toEnglish(refusal ?? quote(''))).toContain(
        `doesn't allow the variable ${name} in this server's entry`
      )
      expect(mayRun(policy(), program('/opt/any', [], { [name]: 'x' }))).toBe(false)
    }
  )

  it('allows no variables when the rule has no list, as in a policy of an earlier version', () => {
    expect(mayRun(policy(), program('/opt/any', [], { TOKEN: 'x' }))).toBe(false)
    expect(mayRun(policy(), program('/opt/any'))).toBe(true)
  })

  it.each(known)('allows %s with the value that the rule names, and with no other', (name) => {
    const named = read({ servers: { allow: [{ command: '/opt/any', env: [name, `${name}=good`] }] } })
    expect(mayRun(named, program('/opt/any', [], { [name]: 'good' }))).toBe(true)
    expect(mayRun(named, program('/opt/any', [], { [name]: 'evil' }))).toBe(false)
  })

  it('names all variables at once, by the matching rule with the fewest objections', () => {
    const named = read({
      servers: { allow: [{ command: '/opt/any' }, { command: '/opt/any', args: ['x'], env: ['A', 'B=1'] }] }
    })
    const refusal = named.refusalOf(program('/opt/any', ['x'], { A: 'any', B: '2', C: '3' }))
    expect(toEnglish(refusal ?? quote(''))).toContain("doesn't allow the variables B, C in")
    expect(mayRun(named, program('/opt/any', ['x'], { A: 'any', B: '1' }))).toBe(true)
    expect(mayRun(named, program('/opt/any', ['x'], { a: 'any' }))).toBe(false)
    expect(named.view?.allowedServers).toEqual(['/opt/any ...', '/opt/any x (A, B=1)'])
  })

  it('is forbidden in a folder that the rule does not name: npx and others run what is there', () => {
    const inFolder = (command: string, cwd: string): ServerIdentity => ({
      name: 'files',
      transport: 'stdio',
      command,
      args: [],
      env: {},
      cwd
    })
    const named = read({
      servers: { allow: [{ command: '/opt/any' }, { command: 'uv', cwd: '/opt/tools' }] }
    })
    expect(mayRun(named, inFolder('/opt/any', '/home/ada'))).toBe(false)
    expect(mayRun(named, inFolder('uv', '/opt/tools'))).toBe(true)
    expect(mayRun(named, inFolder('uv', '/home/ada'))).toBe(false)
    expect(mayRun(named, program('uv'))).toBe(false)
    expect(named.view?.allowedServers).toEqual(['/opt/any ...', 'uv ... (in /opt/tools)'])
  })

  it('allows no address by a program rule, and no program by an address rule', () => {
    expect(mayRun(policy(), remote('https://example.com/mcp'))).toBe(false)
    expect(mayRun(read({ servers: { allow: [] } }), program('/opt/any'))).toBe(false)
  })
})

describe('addresses', () => {
  const policy = () =>
    read({
      servers: {
        allow: [
          { url: 'https://mcp.example.com/mcp' },
          { url: 'https://*.corp.example/tools/' },
          { url: 'http://127.0.0.1:3001/' }
        ]
      }
    })

  it.each([
    'https://mcp.example.com/mcp',
    'https://MCP.example.com:443/mcp?team=1',
    'https://a.corp.example/tools/x',
    'https://a.b.corp.example/tools/',
    'http://127.0.0.1:3001/any/path'
  ])('allows %s', (url) => expect(mayRun(policy(), remote(url))).toBe(true))

  it.each([
    'http://mcp.example.com/mcp',
    'https://mcp.example.com/other',
    'https://mcp.example.com:8443/mcp',
    'https://mcp.example.com.evil.test/mcp',
    'https://evil.test/?https://mcp.example.com/mcp',
    'https://mcp.example.com@evil.test/mcp',
    'https://me@mcp.example.com/mcp',
    'https://corp.example/tools/x',
    'https://evilcorp.example/tools/x',
    'https://a.corp.example/tools/../admin',
    'https://a.corp.example/tools/%2e%2e/admin',
    'https://a.corp.example/tools/..%2fadmin',
    'https://a.corp.example/tools/x%5c..%5cadmin',
    'https://a.corp.example/tools\\..\\admin',
    'https://mcp.example.com./mcp',
    'https://mcp.example.com/mcp/',
    'https://mcp.example.com/MCP',
    'https://mcp.example.com:443@evil.test/mcp',
    'https://mcp.example.com%00.evil.test/mcp',
    'https://mcp.ex\u0430mple.com/mcp',
    'ftp://mcp.example.com/mcp',
    'http://127.0.0.1:3002/',
    'no address'
  ])('forbids %s', (url) => expect(mayRun(policy(), remote(url))).toBe(false))
})

describe('model providers', () => {
  const policy = () =>
    read({
      models: {
        allow: [
          { type: 'anthropic', url: 'https://api.anthropic.com/' },
          { url: 'https://*.models.example/v1/' },
          { type: 'openai-compatible', url: 'http://127.0.0.1:11434/' }
        ]
      }
    })

  it.each([
    ['anthropic', 'https://api.anthropic.com'],
    ['anthropic', 'https://api.anthropic.com/v1/messages'],
    ['openai-compatible', 'http://127.0.0.1:11434/v1'],
    ['openai-compatible', 'https://eu.models.example/v1/']
  ])('allows %s at %s', (type, url) => expect(policy().refusalOfProvider({ type, url })).toBeNull())

  it.each([
    ['openai-compatible', 'https://api.anthropic.com'],
    ['anthropic', 'http://api.anthropic.com'],
    ['anthropic', 'https://api.anthropic.com.evil.test'],
    ['anthropic', 'https://api.anthropic.com@evil.test'],
    ['anthropic', 'http://127.0.0.1:11434'],
    ['openai-compatible', 'https://models.example/v1/'],
    ['openai-compatible', 'https://evil.test/v1'],
    ['openai-compatible', 'no address']
  ])('SEC-11-9 forbids %s at %s, and the reason names both', (type, url) => {
    const refusal = toEnglish(policy().refusalOfProvider({ type, url }) ?? quote(''))
    expect(refusal).toContain(`the model provider at ${url} (${file})`)
  })

  it('are all allowed without a rule, one type at any address, and none by an empty list', () => {
    const anywhere = { type: 'anthropic', url: 'https://proxy.example' }
    expect(read({}).refusalOfProvider(anywhere)).toBeNull()
    expect(read({ models: { allow: [{ type: 'anthropic' }] } }).refusalOfProvider(anywhere)).toBeNull()
    const none = read({ models: { allow: [] } })
    expect(none.refusalOfProvider(anywhere)).not.toBeNull()
    expect(none.view).toMatchObject({ limitsProviders: true, allowedProviders: [] })
    expect(policy().view?.allowedProviders[0]).toBe('anthropic https://api.anthropic.com/')
  })
})

describe('collectors of the ledger', () => {
  const managed = { otlp: { endpoint: 'https://own.example/otlp' }, allow: ['https://*.collect.example/'] }

  it('SEC-11-9 allows those that are named, and the one that the policy itself sends to', () => {
    const policy = read({ ledger: managed })
    expect(policy.refusalOfCollector('https://eu.collect.example/v1/logs')).toBeNull()
    expect(policy.refusalOfCollector('https://own.example/otlp')).toBeNull()
    const refusal = toEnglish(policy.refusalOfCollector('https://evil.test/') ?? quote(''))
    expect(refusal).toContain(`sending the activity log to https://evil.test/ (${file})`)
    expect(policy.view).toMatchObject({
      limitsCollectors: true,
      allowedCollectors: ['https://*.collect.example/']
    })
  })

  it('are all allowed without a rule, and none by an empty list', () => {
    expect(read({}).refusalOfCollector('https://any.example/')).toBeNull()
    const { otlp } = managed
    expect(read({ ledger: { otlp } }).refusalOfCollector('https://any.example/')).toBeNull()
    expect(read({ ledger: { allow: [] } }).refusalOfCollector('https://any.example/')).not.toBeNull()
  })
})

describe('an invalid policy', () => {
  it.each([
    ['invalid JSON', '{', /line 1/],
    ['an unknown key', { sampling: { automaticApproval: 'forbidden', other: 1 } }, /"sampling" isn't valid/],
    ['an unknown scope', { forbiddenScopes: ['allways'] }, /"forbiddenScopes.0"/],
    ['an invalid pattern', { servers: { allow: [{ url: 'https://*/' }] } }, /isn't valid/],
    [
      'a pattern for a whole top-level domain',
      { servers: { allow: [{ url: 'https://mcp.*.com/' }] } },
      /isn't valid/
    ],
    [
      'a rule with command and address',
      { servers: { allow: [{ command: 'x', url: 'https://x.y/' }] } },
      /isn't valid/
    ],
    ['no endpoint', { ledger: { otlp: { endpoint: 'file:///tmp/x' } } }, /"ledger.otlp.endpoint"/],
    [
      'an unencrypted endpoint',
      { ledger: { otlp: { endpoint: 'http://c.example:4318' } } },
      /only over encrypted/
    ],
    ['a provider without a rule', { models: { allow: [{}] } }, /isn't valid/],
    ['a collector that is not an address', { ledger: { allow: ['collect.example'] } }, /"ledger.allow.0"/],
    ['a variable that is not text', { servers: { allow: [{ command: 'x', env: [1] }] } }, /isn't valid/],
    ['an unknown sandbox value', { containment: 'on' }, /"containment"/],
    ['an invalid host', { hosts: { allow: ['https://a.example'] } }, /"hosts.allow.0".*host:port/],
    ['a value that is not an object', 'null', /the file isn't valid/]
  ])('forbids everything that a policy can forbid: %s', (_name, text, reason) => {
    const policy = read(text)
    expect(failureOf(policy)).toMatch(reason)
    expect(failureOf(policy)).toContain(file)
    expect(policy.refusalOf(program('/opt/any'))).toEqual(policy.view?.failure)
    const provider = { type: 'anthropic', url: 'https://api.anthropic.com' }
    expect(policy.refusalOfProvider(provider)).toEqual(policy.view?.failure)
    expect(policy.refusalOfCollector('https://c.example')).toEqual(policy.view?.failure)
    expect(policy.forbiddenScopes).toEqual(grantScopes)
    expect(policy.refusalOfHost({ host: 'a.example', port: 443 })).toEqual(policy.view?.failure)
    expect(policy.hostsLeft(['a.example'])).toEqual([])
    expect(policy).toMatchObject({ isResultGateForced: true, isAutomaticSamplingForbidden: true })
  })

  it('includes an existing file that cannot be read', () => {
    mkdirSync(file)
    expect(failureOf(readPolicy(file, null))).toContain("can't be read (it isn't a file)")
  })

  it('includes a link without a target, and a file that is far too large', () => {
    writeFileSync(file, ' '.repeat(1_100_000))
    expect(failureOf(readPolicy(file, null))).toContain('it is larger than 1 MB')
    rmSync(file)
    symlinkSync(path.join(folder, 'gone.json'), file)
    expect(failureOf(readPolicy(file, null))).toContain("it is a link to a file that doesn't exist")
  })
})

describe('sandbox', () => {
  const contained = (hosts: string[]): ServerIdentity => ({
    ...(program('/opt/any') as Extract<ServerIdentity, { transport: 'stdio' }>),
    containment: { hosts }
  })

  it('allows a program only in a sandbox, and names the rule', () => {
    const policy = read({ containment: 'required' })
    const refusal = policy.refusalOf(program('/opt/any'))
    expect(toEnglish(refusal ?? quote(''))).toContain(
      `run only in a sandbox (“containment”: “required” in ${file})`
    )
    expect(policy.refusalOf(contained([]))).toBeNull()
    expect(policy.refusalOf(remote('https://a.example/mcp'))).toBeNull()
    expect(policy.view).toMatchObject({ isContainmentRequired: true, limitsHosts: false })
  })

  it('lists the allowed hosts, and ignores a line that includes more', () => {
    const policy = read({ hosts: { allow: ['api.example', '*.tools.example', '10.0.0.5:5432'] } })
    const mayReach = (host: string, port = 443) => policy.refusalOfHost({ host, port }) === null
    expect(mayReach('api.example')).toBe(true)
    expect(mayReach('a.b.tools.example', 80)).toBe(true)
    expect(mayReach('tools.example')).toBe(false)
    expect(mayReach('api.example', 8443)).toBe(false)
    expect(mayReach('10.0.0.5', 5432)).toBe(true)
    expect(mayReach('10.0.0.5')).toBe(false)
    const lines = ['api.example', 'api.example:443', '*.tools.example', '*.b.tools.example', '10.0.0.5:5432']
    const wider = ['*.api.example', 'api.example:8443', 'tools.example', '*.example.org', '10.0.0.5']
    expect(policy.hostsLeft([...lines, ...wider])).toEqual(lines)
    expect(read({}).hostsLeft(wider)).toEqual(wider)
  })
})

it('shows an error of a rule in the display language, and an error of the library in English', async () => {
  const failure = read({ ledger: { otlp: { endpoint: 'http://c.example:4318' } } }).view?.failure
  await showLanguage('de')
  const words = toText(failure ?? quote(''))
  await showLanguage('en')
  expect(words).toContain(
    '"ledger.otlp.endpoint" ist nicht gültig: Parley sendet das Aktivitätsprotokoll nur verschlüsselt'
  )
})

it('reads comments, trailing commas and a byte order mark, which are common in such files', () => {
  const policy = read('\uFEFF{\n  // for everybody\n  "forbiddenScopes": ["always",],\n}')
  expect(policy.view?.failure).toBeNull()
  expect(policy.forbiddenScopes).toEqual(['always'])
})
