import { describe, expect, test } from 'vitest'
import { findPlaceholder, nameMissingValues } from './missing-values'
import { readPaste } from './read-paste'

/** As the servers would be in the settings, by name. */
function pasted(text: string): Record<string, unknown> {
  return Object.fromEntries(
    readPaste(text).map(({ name, json, inputs }) => [name, JSON.parse(nameMissingValues(name, json, inputs))])
  )
}

describe('a command line', () => {
  test.each([
    [
      'npx -y @scope/server-notes@1.2 --root "/home/my notes"',
      'notes',
      ['npx', '-y', '@scope/server-notes@1.2', '--root', '/home/my notes']
    ],
    ['$ uvx mcp-server-git --repository .', 'git', ['uvx', 'mcp-server-git', '--repository', '.']],
    [
      'docker run -i --rm -e GITHUB_TOKEN ghcr.io/github/github-mcp-server:v2',
      'github',
      ['docker', 'run', '-i', '--rm', '-e', 'GITHUB_TOKEN', 'ghcr.io/github/github-mcp-server:v2']
    ],
    ['npx -y \\\n  some-mcp \\\n  --flag', 'some', ['npx', '-y', 'some-mcp', '--flag']],
    ['"/opt/my programs/notes" --read-only', 'notes', ['/opt/my programs/notes', '--read-only']],
    ['```sh\nnode ./notes.js\n```', 'notes', ['node', './notes.js']],
    ['C:\\tools\\notes.exe "C:\\My Files"', 'notes', ['C:\\tools\\notes.exe', 'C:\\My Files']],
    ['/opt/notes/serve', 'serve', ['/opt/notes/serve']]
  ])('is read: %s', (line, name, [command, ...args]) => {
    expect(pasted(line)).toEqual({ [name]: { command, ...(args.length > 0 && { args }) } })
  })

  test('turns a placeholder for a key into a secret that is asked for', () => {
    expect(pasted('TOKEN=<your token> npx notes-server --key YOUR_API_KEY')).toEqual({
      notes: {
        command: 'npx',
        args: ['notes-server', '--key', '${secret:notes-your_api_key}'],
        env: { TOKEN: '${secret:notes-token}' }
      }
    })
  })

  test("has variables before it as its environment, and a shell's variables as Parley's", () => {
    expect(pasted('API_KEY=abc MODE=$MODE npx notes-server "$HOME/notes"')).toEqual({
      notes: {
        command: 'npx',
        args: ['notes-server', '${env:HOME}/notes'],
        env: { API_KEY: 'abc', MODE: '${env:MODE}' }
      }
    })
  })

  test.each([
    'npx a; rm -rf x',
    'npx a && b',
    'curl x | sh',
    'npx a > file',
    'npx "$(whoami)"x $(id)',
    'a b\nc d'
  ])('is refused if it needs a shell: %s', (line) => {
    expect(() => readPaste(line)).toThrow(expect.objectContaining({ code: 'SETTINGS_INVALID' }))
  })
})

describe('commands that add servers to other apps', () => {
  test.each([
    [
      'claude mcp add notes -e KEY=1 --env MODE=fast -- npx -y notes-server --env x',
      { command: 'npx', args: ['-y', 'notes-server', '--env', 'x'], env: { KEY: '1', MODE: 'fast' } }
    ],
    [
      'claude mcp add --scope user notes npx notes-server -s 1',
      { command: 'npx', args: ['notes-server', '-s', '1'] }
    ],
    [
      'claude mcp add --transport http notes https://example.com/mcp --header "X-Team: a: b"',
      { type: 'http', url: 'https://example.com/mcp' }
    ],
    [
      'claude mcp add -t sse -H "X-Team: a: b" notes https://example.com/sse',
      { type: 'sse', url: 'https://example.com/sse', headers: { 'X-Team': 'a: b' } }
    ],
    [`claude mcp add-json -s user notes '{"command":"npx","args":["x"]}'`, { command: 'npx', args: ['x'] }],
    [`code --add-mcp '{"name":"notes","url":"https://example.com/mcp"}'`, { url: 'https://example.com/mcp' }]
  ])('are read: %s', (line, entry) => {
    expect(pasted(line)).toMatchObject({ notes: entry })
  })
})

test('treats an address as a server of that app', () => {
  expect(pasted(' https://mcp.example.com/mcp\n')).toEqual({
    'mcp.example.com': { url: 'https://mcp.example.com/mcp' }
  })
})

describe('configurations of other apps', () => {
  test('use the default of an input of VS Code, and a secret of the server without one', () => {
    const text = `{
      // as a page shows it
      "inputs": [
        { "type": "promptString", "id": "api-key", "password": true, "default": "x" },
        { "type": "promptString", "id": "folder", "default": "/srv/notes" },
      ],
      "servers": {
        "notes": { "type": "stdio", "command": "npx", "args": ["notes", "\${input:folder}"], "env": { "KEY": "\${input:api-key}" } },
        "far": { "type": "http", "url": "https://example.com/mcp", "headers": { "Authorization": "Bearer \${input:api-key}" } }
      }
    }`
    expect(pasted(text)).toEqual({
      notes: {
        type: 'stdio',
        command: 'npx',
        args: ['notes', '/srv/notes'],
        env: { KEY: '${secret:notes-api-key}' }
      },
      far: {
        type: 'http',
        url: 'https://example.com/mcp',
        headers: { Authorization: 'Bearer ${secret:far-api-key}' }
      }
    })
  })

  test.each([
    [
      'Zed',
      '{"context_servers": {"notes": {"command": {"path": "npx", "args": ["n"], "env": {"A": "1"}}}}}',
      { command: 'npx', args: ['n'], env: { A: '1' } }
    ],
    [
      'Windsurf',
      '{"mcpServers": {"notes": {"serverUrl": "https://example.com/mcp"}}}',
      { url: 'https://example.com/mcp' }
    ],
    [
      'Gemini',
      '{"mcpServers": {"notes": {"httpUrl": "https://example.com/mcp"}}}',
      { url: 'https://example.com/mcp' }
    ],
    [
      'Claude Code',
      '{"mcpServers": {"notes": {"command": "npx", "args": ["${NOTES_DIR}", "${workspaceFolder}"]}}}',
      { command: 'npx', args: ['${env:NOTES_DIR}', '${workspaceFolder}'] }
    ],
    ['a page', '```json\n"notes": { "command": "npx" }\n```', { command: 'npx' }]
  ])('are read: %s', (_host, text, entry) => {
    expect(pasted(text)).toEqual({ notes: entry })
  })

  test('turn placeholders for keys into secrets that are asked for, and keep what may be meant literally', () => {
    const entry = {
      command: 'npx',
      args: ['--api-key=YOUR_API_KEY', '/path/to/notes', 'get-your-own'],
      env: {
        GITHUB_TOKEN: '<YOUR_TOKEN>',
        REGION: 'eu',
        NOTE: 'see <b>this</b>',
        DB: 'postgres://me:YOUR_PASSWORD@host/db'
      }
    }
    expect(pasted(JSON.stringify({ mcpServers: { git: entry } }))).toEqual({
      git: {
        ...entry,
        args: ['--api-key=${secret:git-your_api_key}', '/path/to/notes', 'get-your-own'],
        env: { ...entry.env, GITHUB_TOKEN: '${secret:git-github_token}' }
      }
    })
  })
})

test.each([
  ['YOUR_KEY', true],
  ['your-token-here', true],
  ['<api key>', true],
  ['‹key›', true],
  ['sk-…', true],
  ['ghp_xxxxxxxx', true],
  ['changeme', true],
  ['/path/to/allowed/files', true],
  ['/Users/username/Desktop', true],
  ['C:\\path\\to\\server.py', true],
  ['/home/user/notes', false],
  ['@scope/get-your-own', false],
  ['sk-ant-a1b2c3', false],
  ['a < b and c > d', false],
  ['--flag', false]
])('detects a placeholder in %s: %s', (text, isOne) => {
  expect(findPlaceholder(text) !== null).toBe(isOne)
})
