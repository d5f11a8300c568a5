import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { settingsProblem } from '../../contract/settings'
import { createRandom } from '../../testing/fuzz/random'
import { seeds } from '../../testing/fuzz/seeds'
import { problemsInEnglish } from '../../testing/in-english'
import { usualToolChoices } from '../definition'
import { parseSettings } from './parse-settings'
import { toEnglish } from '../../texts/render-localized'

function read(text: string) {
  const result = parseSettings(text)
  if (result.type === 'broken') throw new Error(toEnglish(result.problem.message))
  return { ...result, problems: problemsInEnglish(result.problems) }
}

const server = (entry: string) => read(`{"mcpServers": {"notes": ${entry}}}`)

test('CONF-01 CONF-02: reads comments and trailing commas, and fills in defaults', () => {
  const { content, problems } = read(`{
    // mine
    "mcpServers": { "notes": { "command": "/srv/notes server/index.js", }, },
  }`)
  expect(problems).toEqual([])
  expect(content).toEqual({
    servers: [
      {
        name: 'notes',
        transport: 'stdio',
        command: '/srv/notes server/index.js',
        args: [],
        env: {},
        cwd: null,
        isDisabled: false,
        isAutoStart: true,
        startsOnUse: false,
        sleepAfterMs: 1_800_000,
        group: null,
        groups: null,
        clientName: null,
        clientVersion: null,
        announcesFolders: true,
        timeoutMs: 60_000,
        maxTotalTimeoutMs: 600_000,
        usesInstructions: true,
        reviewsResults: false,
        receivesEverything: false,
        areIconsAllowed: false,
        logLevel: null,
        healthLimits: null,
        pingIntervalMs: 30_000,
        connectTimeoutMs: 30_000,
        installTimeoutMs: 600_000,
        tools: new Map(),
        lookAlikes: []
      }
    ],
    brokenServers: [],
    serverOrder: ['notes'],
    models: { providers: [], prices: new Map() },
    roots: [],
    ledgerEndpoint: null,
    values: {
      'models.default': null,
      'models.thinking': null,
      'models.temperature': null,
      'models.maxOutputTokens': null,
      'models.currency': 'USD',
      'models.spendingPerDay': null,
      'models.spendingPerMonth': null,
      'conversation.maxToolSteps': 50,
      'conversation.titles': 'words',
      'conversation.toolShare': 3,
      'conversation.resultLimit': 50_000,
      'conversation.systemPrompt': '',
      'conversation.codeMode': false,
      'conversation.contextShare': 80,
      'conversation.maxOutputTokens': null,
      'conversation.temperature': null,
      'appearance.theme': 'system',
      'appearance.notifications': true,
      'appearance.language': 'system',
      'desktop.developerTools': false,
      'desktop.shortcut': null,
      'desktop.tray': false,
      'spelling.check': true,
      'spelling.languages': null,
      'directory.registry': null,
      'traces.send': false,
      'traces.contents': false,
      'traces.endpoint': null
    }
  })
})

test('TRN-07: uses stdio for a program and HTTP for an address', () => {
  const { servers } = read(`{ "mcpServers": {
    "here": { "command": "/srv/notes" }, "there": { "url": "https://example.com/mcp" },
    "older": { "type": "sse", "url": "https://example.com/sse" } } }`).content
  expect(servers.map(({ transport }) => transport)).toEqual(['stdio', 'http', 'sse'])
})

test('reports an invalid price and keeps the others', () => {
  const read = parseSettings(`{ "models": { "currency": "euro", "prices": {
    "local/meta/llama": { "inputPerMillion": 0, "outputPerMillion": 0.5, "cachePerMillion": 1 },
    "llama": { "inputPerMillion": 1, "outputPerMillion": 1 },
    "a/free": { "inputPerMillion": -1, "outputPerMillion": 1 },
    "a/half": { "inputPerMillion": 1 }
  } } }`)
  if (read.type === 'broken') throw new Error(toEnglish(read.problem.message))
  expect([...read.content.models.prices]).toEqual([
    ['local/meta/llama', { inputPerMillion: 0, outputPerMillion: 0.5 }]
  ])
  expect(read.content.values['models.currency']).toBe('USD')
  expect(read.problems.map(({ path }) => path).toSorted()).toEqual([
    'models.currency',
    'models.prices.llama',
    'models.prices["a/free"].inputPerMillion',
    'models.prices["a/half"].outputPerMillion'
  ])
})

test.each([
  ['{"url": "https://example.com/mcp"}', 'http'],
  ['{"type": "streamable-http", "url": "https://example.com/mcp"}', 'http'],
  ['{"type": "streamableHttp", "url": "https://example.com/mcp"}', 'http'],
  ['{"type": "sse", "url": "http://127.0.0.1:3001/sse"}', 'sse'],
  ['{"type": "stdio", "command": "node", "url": "https://example.com"}', 'stdio'],
  ['{"url": "${env:NOTES_URL}"}', 'http']
])('connects to %s over %s', (entry, transport) => {
  expect(server(entry).content.servers[0]?.transport).toBe(transport)
})

test('keeps servers in the order of the file, including numeric names', () => {
  const { content } = read(
    '{"mcpServers": {"b": {"command": "x"}, "10": {"command": "x"}, "2": {"command": 1}}}'
  )
  expect(content.serverOrder).toEqual(['b', '10', '2'])
})

test("resolves a relative command from the entry's own folder", () => {
  expect(server('{"command": "./bin/notes", "cwd": "/srv/notes"}').content.servers[0]).toMatchObject({
    command: '/srv/notes/bin/notes'
  })
})

describe('a warning', () => {
  test.each([
    ['{"command": "node", "comand": "x"}', 'comand', /Did you mean "args|doesn't know/],
    ['{"command": "node", "arg": []}', 'arg', /Did you mean "args"\?/],
    ['{"command": "node", "timeout_ms": 5}', 'timeout_ms', /Did you mean "timeoutMs"\?/],
    ['{"command": "node", "maxTotalTimeoutMs": 5000}', 'maxTotalTimeoutMs', /ends every call first/],
    ['{"command": "node", "args": ["${input:key}"]}', 'args[0]', /passes .* on unchanged/]
  ])('is given for %s', (entry, path, message) => {
    const { content, problems } = server(entry)
    expect(content.servers).toHaveLength(1)
    const found = problems.filter((problem) => problem.path === `mcpServers.notes.${path}`)
    if (path === 'comand') return expect(found).toEqual([]) // "command" is there: nothing is missing
    expect(found).toMatchObject([{ severity: 'warning', serverName: 'notes' }])
    expect(found[0]?.message).toMatch(message)
  })

  test("isn't given for keys of other apps", () => {
    const entry = '{"command": "node", "alwaysAllow": ["x"], "description": "", "trust": true, "icon": "x"}'
    expect(server(entry).problems).toEqual([])
  })
})

test('names a misspelt command', () => {
  const { content, problems } = server('{"comand": "node"}')
  expect(content.brokenServers.map(({ name }) => name)).toEqual(['notes'])
  expect(problems.map(({ message }) => message)).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/defines no server/),
      expect.stringMatching(/Did you mean "command"\?/)
    ])
  )
})

test.each([
  ['{"command": "node", "url": "https://example.com"}', /a "command" and a "url"/],
  ['{"type": "http", "command": "node"}', /needs a "url"/],
  ['{"type": "websocket", "url": "https://example.com"}', /must be one of "stdio"/],
  ['{"command": "node", "timeoutMs": 0}', /too small: at least 1/],
  ['{"command": "node", "timeoutMs": 1e400}', /timeoutMs/],
  ['{"command": "node", "timeoutMs": 1.5}', /must be a whole number/],
  ['{"command": "node", "timeoutMs": 2147483648}', /too large: at most 86400000/],
  ['{"command": "node", "env": {"A=B": "x"}}', /environment variable/],
  [
    '{"command": "node", "env": {"PATH": "${secret:place}/bin"}}',
    /PATH decides which programs.*write the value itself/i
  ],
  ['{"command": "node", "env": {"NODE_OPTIONS": "--require ${secret:file}"}}', /NODE_OPTIONS decides/],
  ['{"command": "uvx", "env": {"UV_INDEX_URL": "https://${secret:host}/simple"}}', /UV_INDEX_URL decides/],
  ['{"command": "node", "cwd": "//host/share"}', /network share/],
  ['{"url": "https://example.com", "headers": {"X": "ж"}}', /Latin letters/]
])('refuses %s', (entry, message) => {
  const { content, problems } = server(entry)
  expect(content.servers).toEqual([])
  expect(problems.map((problem) => problem.message).join()).toMatch(message)
})

test.each([
  ['NPM_TOKEN', '${secret:npm}'],
  ['PIP_INDEX_URL', 'https://me:${secret:pip}@packages.example/simple'],
  ['PATH', '${env:HOME}/bin'],
  ['MODE', '${secret:mode}']
])("accepts a secret that doesn't decide what runs: %s=%s", (name, value) => {
  expect(server(JSON.stringify({ command: 'node', env: { [name]: value } })).problems).toEqual([])
})

test('stops a repeated server, but not its neighbours', () => {
  const text = '{"mcpServers": {"a": {"command": "x"}, "b": {"command": "x"},\n "a": {"command": "y"}}}'
  const { content, problems } = read(text)
  expect(content.servers.map(({ name }) => name)).toEqual(['b'])
  expect(problems).toMatchObject([
    { line: 2, column: 2, serverName: 'a', message: expect.stringMatching(/twice/) }
  ])
})

test('warns about other repeated keys, of which the last counts', () => {
  const { content, problems } = read('{"appearance": {"theme": "dark"},\n"appearance": {"theme": "light"}}')
  expect(content.values['appearance.theme']).toBe('light')
  expect(problems).toMatchObject([{ severity: 'warning', line: 2, column: 1 }])
})

test('resets only the invalid keys of other sections to their defaults', () => {
  const { content, problems } = read(`{
    "appearance": { "theme": "blue", "language": "de" },
    "conversation": { "maxToolSteps": 0, "systemPrompt": "Be brief." },
    "roots": ["/home/me", "relative", 7],
    "models": { "default": "nothing", "providers": {
      "anthropic": { "type": "anthropic", "apiKey": "\${secret:anthropic}" },
      "local": { "type": "openai-compatible" },
      "odd": { "type": "magic" }
    } }
  }`)
  expect(content.values).toMatchObject({
    'appearance.theme': 'system',
    'appearance.language': 'de',
    'conversation.maxToolSteps': 50,
    'conversation.toolShare': 3,
    'conversation.resultLimit': 50_000,
    'conversation.systemPrompt': 'Be brief.',
    'conversation.codeMode': false,
    'conversation.contextShare': 80,
    'conversation.maxOutputTokens': null,
    'conversation.temperature': null,
    'models.default': null
  })
  expect(content.roots).toEqual(['/home/me'])
  expect(content.models.providers).toEqual([
    { name: 'anthropic', type: 'anthropic', apiKey: '${secret:anthropic}', baseUrl: null }
  ])
  expect(problems.map(({ path }) => path)).toEqual([
    'appearance.theme',
    'conversation.maxToolSteps',
    'roots[1]',
    'roots[2]',
    'models.default',
    'models.providers.local.type',
    'models.providers.odd.type'
  ])
})

test('reads a folder with a name, and for some servers only', () => {
  const { content, problems } = read(`{ "roots": [
    { "path": "/b", "name": "Garden", "servers": ["notes"], "colour": "green" },
    { "path": "/c" },
    { "path": "/d", "nmae": "Kitchen" },
    { "path": "/e", "servers": "notes" }
  ] }`)
  expect(content.roots).toEqual([{ path: '/b', name: 'Garden', servers: ['notes'] }, '/c', '/d'])
  expect(problems.map(({ path, severity }) => [path, severity])).toEqual([
    ['roots[2].nmae', 'warning'],
    ['roots[3].servers', 'error']
  ])
})

test('reports a section of the wrong kind and treats it as empty', () => {
  const { content, problems } = read(
    '{"mcpServers": [], "models": 1, "roots": "x", "conversation": null, "appearance": ""}'
  )
  expect(content.servers).toEqual([])
  expect(problems.map(({ path }) => path)).toEqual([
    'mcpServers',
    'models',
    'roots',
    'conversation',
    'appearance'
  ])
})

test('points out the section name of another app', () => {
  expect(read('{"servers": {}}').problems[0]?.message).toMatch(/Did you mean "mcpServers"\?/)
})

test('TIME-06 TOOL-14: reads limits and switches of a server and of its tools', () => {
  const { content, problems } = server(`{
    "command": "node", "useInstructions": false, "showIcons": true, "logLevel": "notice", "pingIntervalMs": 0,
    "timeoutMs": 5000,
    "tools": { "constructor": { "disabled": true }, "export": { "timeoutMs": 1, "maxTotalTimeoutMs": 2 } }
  }`)
  expect(problems).toEqual([])
  expect(content.servers[0]).toMatchObject({
    usesInstructions: false,
    areIconsAllowed: true,
    logLevel: 'notice',
    pingIntervalMs: 0,
    timeoutMs: 5_000
  })
  expect([...(content.servers[0]?.tools ?? [])]).toEqual([
    ['constructor', { ...usualToolChoices, isDisabled: true }],
    ['export', { ...usualToolChoices, timeoutMs: 1, maxTotalTimeoutMs: 2 }]
  ])
})

test.each([
  ['{"sandbox": {"read": ["/a"]}}', ['/a']],
  ['{"containment": {"read": ["/a"]}}', ['/a']],
  ['{"containment": {"read": ["/b"]}, "sandbox": {"read": ["/a"]}}', ['/a']],
  ['{"sandbox": {"read": ["/a"]}, "containment": "off"}', ['/a']],
  ['{"sandbox": "off", "containment": {"read": ["/a"]}}', undefined],
  ['{"sandbox": "off"}', undefined],
  ['{"containment": "off"}', undefined]
])('lets the sandbox of %s read %j', (keys, read) => {
  const { content } = server(`{"command": "x", ${keys.slice(1)}`)
  expect(content.servers[0]).toMatchObject({ transport: 'stdio', command: 'x' })
  const [found] = content.servers
  expect(found?.transport === 'stdio' ? found.containment?.read : null).toEqual(read)
})

test.each([
  ['{"command": "x", "loglevel": "info"}', 'mcpServers.notes.loglevel', /Did you mean "logLevel"\?/],
  ['{"command": "x", "pingInterval": 5}', 'mcpServers.notes.pingInterval', /Did you mean "pingIntervalMs"\?/],
  [
    '{"command": "x", "instructions": true}',
    'mcpServers.notes.instructions',
    /Did you mean "useInstructions"\?/
  ],
  ['{"command": "x", "tools": ["*"]}', 'mcpServers.notes.tools', /doesn't read a list under "tools"/],
  [
    '{"command": "x", "tools": {"t": {"disable": true}}}',
    'mcpServers.notes.tools.t.disable',
    /Did you mean "disabled"\?/
  ],
  [
    '{"command": "x", "tools": {"t": {"timeoutMs": 700000}}}',
    'mcpServers.notes.tools.t.timeoutMs',
    /shorter than "timeoutMs"/
  ],
  ['{"command": "x", "sandbox": {"red": []}}', 'mcpServers.notes.sandbox.red', /Did you mean "read"\?/],
  [
    '{"command": "x", "containment": {"red": []}}',
    'mcpServers.notes.containment.red',
    /Did you mean "read"\?/
  ],
  [
    '{"command": "x", "containment": "off", "sandbox": {}}',
    'mcpServers.notes.containment',
    /older name of "sandbox".*ignores "containment"/
  ]
])('accepts %s with a warning', (entry, path, message) => {
  const { content, problems } = server(entry)
  expect(problems).toMatchObject([{ severity: 'warning', path, message: expect.stringMatching(message) }])
  expect(content.serverOrder).toEqual(['notes'])
  expect(content.brokenServers).toEqual([])
})

test('reads or refuses any changed bytes of a file with the position, without a crash', () => {
  const text = readFileSync(
    new URL('../../../resources/default-settings.jsonc', import.meta.url),
    'utf8'
  ).replaceAll('// "', '"')
  const odd = [
    '',
    '"',
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '\\',
    '/',
    '*',
    '\u0000',
    '\ud800',
    '1e999',
    '__proto__',
    '${',
    '\n<<<<<<< '
  ]
  for (const seed of seeds(1_500)) {
    const random = createRandom(seed).below
    let changed = text
    for (let change = 0; change <= random(4); change += 1) {
      const at = random(changed.length)
      changed = changed.slice(0, at) + (odd[random(odd.length)] ?? '') + changed.slice(at + random(6))
    }
    const result = parseSettings(changed)
    const problems = result.type === 'broken' ? [result.problem] : result.problems
    for (const problem of problems) expect(settingsProblem.parse(problem), `seed ${seed}`).toEqual(problem)
  }
})
