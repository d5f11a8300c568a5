import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { execFileSync } from 'node:child_process'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { toEnglish } from '../../texts/render-localized'
import { findSecrets } from '../../base/secret-forms'
import { readPaste } from '../paste/read-paste'
import { findServers, type FoundServers } from './find-servers'
import { closedPlaces, listAppFiles, projectFiles, type System } from './app-files'
import { findEntryPlaceholders, prepareEntry, listEntryValues } from './prepare-entry'
import type { OtherAppServer } from './servers-in'

const fixtures = path.resolve(import.meta.dirname, '../fixtures/hosts')
let home: string
beforeEach(async () => {
  home = await mkdtemp(path.join(os.tmpdir(), 'parley other hosts-'))
})
afterEach(() => rm(home, { recursive: true, force: true }))

const system = (platform: NodeJS.Platform): System => ({ platform, home, environment: {} })

/** Puts a file where its app has it: `at` is the end of its path. */
async function place(fixture: string, at: string, platform: NodeJS.Platform = 'linux'): Promise<string> {
  const file = listAppFiles(system(platform)).find((known) => known.path.endsWith(at))?.path
  if (file === undefined) throw new Error(`No host has a file ${at}`)
  await mkdir(path.dirname(file), { recursive: true })
  await copyFile(path.join(fixtures, fixture), file)
  return file
}

const look = (platform: NodeJS.Platform = 'linux', folders: readonly string[] = []) =>
  findServers(system(platform), folders)

function serverOf(found: FoundServers, name: string): OtherAppServer {
  const server = found.files.flatMap(({ servers }) => servers).find((one) => one.name === name)
  if (server === undefined) throw new Error(`${name} was not found`)
  return server
}

const prepare = (server: OtherAppServer) =>
  prepareEntry(server.name, server, { findSecrets, isTaken: () => false })

describe('the files of other apps', () => {
  const environment = {
    APPDATA: 'C:\\Users\\ada\\AppData\\Roaming',
    LOCALAPPDATA: 'C:\\Users\\ada\\AppData\\Local'
  }
  it.each([
    ['linux', '/home/ada', '/home/ada/.config/Claude/claude_desktop_config.json'],
    ['darwin', '/Users/ada', '/Users/ada/Library/Application Support/Claude/claude_desktop_config.json'],
    ['win32', 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Roaming\\Claude\\claude_desktop_config.json'],
    [
      'win32',
      'C:\\Users\\ada',
      'C:\\Users\\ada\\AppData\\Local\\Packages\\Claude_pzs8sxrjxfjjc\\LocalCache\\Roaming\\Claude\\claude_desktop_config.json'
    ],
    ['linux', '/home/ada', '/home/ada/.claude.json'],
    ['win32', 'C:\\Users\\ada', 'C:\\Users\\ada\\.claude.json'],
    ['linux', '/home/ada', '/home/ada/.config/Code/User/mcp.json'],
    ['darwin', '/Users/ada', '/Users/ada/Library/Application Support/Code/User/settings.json'],
    ['win32', 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Roaming\\Code\\User\\mcp.json'],
    ['darwin', '/Users/ada', '/Users/ada/.cursor/mcp.json'],
    ['win32', 'C:\\Users\\ada', 'C:\\Users\\ada\\.codeium\\windsurf\\mcp_config.json'],
    ['darwin', '/Users/ada', '/Users/ada/.config/zed/settings.json'],
    ['win32', 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Roaming\\Zed\\settings.json'],
    ['linux', '/home/ada', '/home/ada/.lmstudio/mcp.json'],
    ['darwin', '/Users/ada', '/Users/ada/.config/goose/config.yaml'],
    ['win32', 'C:\\Users\\ada', 'C:\\Users\\ada\\AppData\\Roaming\\Block\\goose\\config\\config.yaml'],
    ['linux', '/home/ada', '/home/ada/.codex/config.toml'],
    ['win32', 'C:\\Users\\ada', 'C:\\Users\\ada\\.gemini\\settings.json']
  ] as const)('are found on %s with the home %s: %s', (platform, from, expected) => {
    const files = listAppFiles({ platform, home: from, environment: platform === 'win32' ? environment : {} })
    expect(files.map((file) => file.path)).toContain(expected)
  })

  it('are found in moved folders and in project folders', () => {
    const moved = {
      CODEX_HOME: '/srv/codex',
      CLAUDE_CONFIG_DIR: '/srv/claude',
      XDG_CONFIG_HOME: '/srv/config'
    }
    const files = listAppFiles({ platform: 'linux', home: '/home/ada', environment: moved }).map(
      (file) => file.path
    )
    expect(files).toEqual(
      expect.arrayContaining([
        '/srv/codex/config.toml',
        '/srv/claude/.claude.json',
        '/srv/config/zed/settings.json'
      ])
    )
    const project = projectFiles('C:\\shop', { platform: 'win32', home: '', environment: {} })
    expect(project.map((file) => file.path)).toEqual([
      'C:\\shop\\.mcp.json',
      'C:\\shop\\.vscode\\mcp.json',
      'C:\\shop\\.cursor\\mcp.json'
    ])
    expect(closedPlaces({ platform: 'darwin', home: '/Users/ada', environment: {} })).toEqual([
      { host: 'Cherry Studio', path: '/Users/ada/Library/Application Support/CherryStudio' }
    ])
  })
})

describe('the content of their files', () => {
  it.each(['linux', 'darwin'] as const)(
    'is read from eleven files of ten apps on %s, without writing any',
    async (platform) => {
      const files = await Promise.all(
        [
          ['claude-desktop.json', 'claude_desktop_config.json'],
          ['claude-code.json', '.claude.json'],
          ['vscode.json', 'Code/User/mcp.json'],
          ['vscode-settings.json', 'Code/User/settings.json'],
          ['cursor.json', '.cursor/mcp.json'],
          ['windsurf.json', 'mcp_config.json'],
          ['zed.json', 'zed/settings.json'],
          ['lm-studio.json', '.lmstudio/mcp.json'],
          ['goose.yaml', 'config.yaml'],
          ['codex.toml', 'config.toml'],
          ['gemini.json', '.gemini/settings.json']
        ].map(([fixture = '', at = '']) => place(fixture, at, platform))
      )
      const before = await Promise.all(files.map((file) => readFile(file, 'utf8')))
      const found = await look(platform)
      expect(found.closed).toEqual([])
      const names = found.files.map(({ file, servers }) => [file.host, servers.map(({ name }) => name)])
      expect(Object.fromEntries(names.map(([host, list], at) => [`${at} ${String(host)}`, list]))).toEqual({
        '0 Claude Desktop': ['filesystem', 'brave-search', 'github'],
        '1 Claude Code': ['sentry', 'linear', 'postgres', 'old-notes'],
        '2 VS Code': ['perplexity', 'fetch'],
        '3 VS Code': ['time'],
        '4 Cursor': ['github', 'figma', 'fetch'],
        '5 Windsurf': ['slack', 'deepwiki'],
        '6 Zed': ['git', 'old-form', 'mcp-server-context7'],
        '7 LM Studio': ['hf-mcp-server', 'kubernetes'],
        '8 goose': ['tavily', 'asana'],
        '9 Codex': ['context7', 'figma', 'off'],
        '10 Gemini CLI': ['jira', 'maps']
      })
      expect(found.files.every(({ problem }) => problem === null)).toBe(true)
      expect(await Promise.all(files.map((file) => readFile(file, 'utf8')))).toEqual(before)
    }
  )

  it('CONF-03 SYS-19: is unchanged for the sample configuration of Claude Desktop, with its missing values named', async () => {
    await place('claude-desktop.json', 'claude_desktop_config.json')
    const files = serverOf(await look(), 'filesystem')
    const prepared = prepare(files)
    expect(JSON.parse(prepared.json)).toEqual({
      command: 'npx',
      args: [
        '-y',
        '@modelcontextprotocol/server-filesystem',
        '/Users/username/Desktop',
        '/Users/username/Downloads'
      ]
    })
    expect(findEntryPlaceholders(prepared)).toEqual(['/Users/username/Desktop', '/Users/username/Downloads'])
  })

  it('CONF-15 SYS-30 SYS-62: is read from the configuration of the Java sample; its key is asked for, and an existing one is never shown', async () => {
    const file = await place('spring-ai.json', '.cursor/mcp.json')
    const asked = prepare(serverOf(await look(), 'brave-search'))
    expect(listEntryValues(asked)).toEqual([{ name: 'BRAVE_API_KEY', text: null, state: 'asked' }])
    await copyFile(path.join(fixtures, 'claude-desktop.json'), file)
    const moved = prepare(serverOf(await look(), 'brave-search'))
    expect(listEntryValues(moved)).toEqual([{ name: 'BRAVE_API_KEY', text: null, state: 'key' }])
    expect(moved.secrets).toEqual([
      { name: 'brave-search-brave_api_key', value: 'BSAmadeUpKeyForTests0123456789a' }
    ])
    expect(moved.json).not.toContain('madeUp')
    expect(moved.entry.env).toEqual({ BRAVE_API_KEY: '${secret:brave-search-brave_api_key}' })
  })

  it('CONF-15 SYS-63: has a placeholder token, which is asked for', async () => {
    await place('claude-desktop.json', 'claude_desktop_config.json')
    expect(listEntryValues(prepare(serverOf(await look(), 'github')))).toEqual([
      { name: 'GITHUB_PERSONAL_ACCESS_TOKEN', text: null, state: 'asked' }
    ])
  })

  it('is unchanged for servers that run through uvx', async () => {
    await place('vscode.json', 'Code/User/mcp.json')
    await place('zed.json', 'zed/settings.json')
    const found = await look()
    expect(prepare(serverOf(found, 'fetch')).entry).toEqual({ command: 'uvx', args: ['mcp-server-fetch'] })
    expect(prepare(serverOf(found, 'git')).entry).toEqual({
      command: 'uvx',
      args: ['mcp-server-git', '--repository', '/home/ada/projects/shop']
    })
  })

  it.each([
    [
      'claude-code.json',
      '.claude.json',
      'linear',
      {
        type: 'sse',
        url: 'https://mcp.linear.app/sse',
        headers: { Authorization: 'Bearer ${secret:linear-authorization}' }
      }
    ],
    [
      'claude-code.json',
      '.claude.json',
      'postgres',
      {
        command: 'npx',
        args: [
          '-y',
          '@modelcontextprotocol/server-postgres',
          'postgresql://shop:${secret:postgres-address}@127.0.0.1/shop'
        ]
      }
    ],
    [
      'vscode.json',
      'Code/User/mcp.json',
      'perplexity',
      {
        command: 'npx',
        args: ['-y', 'server-perplexity-ask', '--region', 'eu'],
        env: { PERPLEXITY_API_KEY: '${secret:perplexity-perplexity-key}' }
      }
    ],
    [
      'vscode-settings.json',
      'Code/User/settings.json',
      'time',
      { command: 'python', args: ['-m', 'mcp_server_time', '--local-timezone=Europe/Berlin'] }
    ],
    [
      'cursor.json',
      '.cursor/mcp.json',
      'github',
      { url: 'https://api.githubcopilot.com/mcp/', headers: { Authorization: 'Bearer ${env:GITHUB_TOKEN}' } }
    ],
    [
      'cursor.json',
      '.cursor/mcp.json',
      'figma',
      {
        command: 'npx',
        args: ['-y', 'figma-developer-mcp', '--figma-api-key=${secret:figma-figma-api-key}', '--stdio']
      }
    ],
    [
      'windsurf.json',
      'mcp_config.json',
      'slack',
      {
        command: 'npx',
        args: ['-y', '@modelcontextprotocol/server-slack'],
        env: { SLACK_BOT_TOKEN: '${secret:slack-slack_bot_token}', SLACK_TEAM_ID: 'T01234567' }
      }
    ],
    ['windsurf.json', 'mcp_config.json', 'deepwiki', { url: 'https://mcp.deepwiki.com/mcp' }],
    [
      'zed.json',
      'zed/settings.json',
      'old-form',
      { command: '/usr/local/bin/notes-server', args: ['--stdio'], env: { NOTES: '/home/ada/notes' } }
    ],
    [
      'lm-studio.json',
      '.lmstudio/mcp.json',
      'hf-mcp-server',
      {
        url: 'https://huggingface.co/mcp',
        headers: { Authorization: 'Bearer ${secret:hf-mcp-server-authorization}' }
      }
    ],
    [
      'goose.yaml',
      'config.yaml',
      'tavily',
      {
        command: 'npx',
        args: ['-y', 'tavily-mcp'],
        env: { TAVILY_API_KEY: '${secret:tavily-tavily_api_key}' }
      }
    ],
    [
      'codex.toml',
      'config.toml',
      'context7',
      {
        command: 'npx',
        args: ['-y', '@upstash/context7-mcp', '--api-key', '${secret:context7-api-key}'],
        env: { LOG_LEVEL: 'info' }
      }
    ],
    [
      'codex.toml',
      'config.toml',
      'figma',
      {
        url: 'https://mcp.figma.com/mcp',
        headers: { 'X-Figma-Region': 'us-east-1', Authorization: 'Bearer ${env:FIGMA_OAUTH_TOKEN}' }
      }
    ],
    [
      'gemini.json',
      '.gemini/settings.json',
      'jira',
      {
        command: 'docker',
        args: ['run', '-i', '--rm', '-e', 'JIRA_TOKEN', 'example/jira-mcp'],
        env: { JIRA_TOKEN: '${env:JIRA_TOKEN}' }
      }
    ],
    [
      'gemini.json',
      '.gemini/settings.json',
      'maps',
      { url: 'https://maps.example.com/mcp?key=${secret:maps-key}' }
    ]
  ])('CONF-04: is read from %s at %s: %s', async (fixture, at, name, expected) => {
    await place(fixture, at)
    const prepared = prepare(serverOf(await look(), name))
    expect(prepared).toMatchObject({ entry: expected, problem: null })
    expect(JSON.parse(prepared.json)).toEqual(expected)
  })

  it('names what is switched off, and what has no meaning here', async () => {
    await place('windsurf.json', 'mcp_config.json')
    await place('codex.toml', 'config.toml')
    await place('vscode.json', 'Code/User/mcp.json')
    const found = await look()
    expect(serverOf(found, 'slack')).toMatchObject({ isDisabled: true, leftOut: ['disabledTools'] })
    expect(serverOf(found, 'off').isDisabled).toBe(true)
    expect(serverOf(found, 'perplexity')).toMatchObject({ isDisabled: false, leftOut: ['envFile'] })
  })

  it('includes servers of projects: from the file of Claude Code, and from files in project folders', async () => {
    await place('claude-code.json', '.claude.json')
    const shop = path.join(home, 'shop')
    await mkdir(shop)
    await copyFile(path.join(fixtures, 'project.json'), path.join(shop, '.mcp.json'))
    const found = await look('linux', [shop])
    expect(serverOf(found, 'postgres')).toMatchObject({
      project: '/home/ada/projects/shop',
      isDisabled: false
    })
    expect(serverOf(found, 'old-notes').isDisabled).toBe(true)
    expect(serverOf(found, 'db')).toMatchObject({
      project: shop,
      entry: { args: ['-y', 'db-mcp', '--root', shop], env: { API_URL: 'https://api.example.com' } }
    })
  })

  it("can't be added if its own app provides it, or if it names a secret of Parley's", async () => {
    const file = await place('zed.json', 'zed/settings.json')
    expect(toEnglish(prepare(serverOf(await look(), 'mcp-server-context7')).problem!)).toMatch(
      /no command and no address/
    )
    await writeFile(
      file,
      '{"context_servers": {"thief": {"command": "/opt/x", "env": {"K": "${secret:anthropic}"}}}}'
    )
    expect(toEnglish(prepare(serverOf(await look(), 'thief')).problem!)).toMatch(
      /uses a secret that Parley stores/
    )
  })

  it("can be pasted from Cherry Studio's JSON, and its folder is reported", async () => {
    const pasted = readPaste(await readFile(path.join(fixtures, 'cherry-studio-export.json'), 'utf8'))
    expect(pasted.map(({ name, json }) => [name, JSON.parse(json) as unknown])).toEqual([
      [
        'weather',
        expect.objectContaining({
          url: 'https://weather.example.com/mcp',
          type: 'streamableHttp',
          disabled: true
        })
      ],
      [
        'memory',
        expect.objectContaining({ command: 'npx', args: ['-y', '@modelcontextprotocol/server-memory'] })
      ]
    ])
    await mkdir(path.join(home, '.config', 'CherryStudio'), { recursive: true })
    expect((await look()).closed).toEqual([
      { host: 'Cherry Studio', path: path.join(home, '.config/CherryStudio') }
    ])
  })
})

describe('a broken file', () => {
  it.each([
    ['.cursor/mcp.json', '{\n  "mcpServers": {\n    "a": {"command": "x" "args": []}\n}}', /[Ll]ine 3/],
    ['config.toml', 'model = "x"\n[mcp_servers.a]\ncommand = unquoted\n', /Line 3.*valid TOML/],
    ['config.yaml', 'extensions:\n  a:\n    cmd: "x\n  b: [\n', /Line \d.*valid YAML/]
  ])('is reported with its line for %s, and other files are read', async (at, content, message) => {
    await place('windsurf.json', 'mcp_config.json')
    const file = listAppFiles(system('linux')).find((known) => known.path.endsWith(at))?.path ?? ''
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, content)
    const found = await look()
    const broken = found.files.find(({ file: { path: other } }) => other === file)
    expect(toEnglish(broken!.problem!)).toMatch(message)
    expect(serverOf(found, 'deepwiki').entry.url).toBe('https://mcp.deepwiki.com/mcp')
  })

  it("is reported if it isn't a file, isn't text or is too large, without waiting for a pipe", async () => {
    const [cursor = '', windsurf = '', zed = '', codex = ''] = [
      '.cursor/mcp.json',
      'mcp_config.json',
      'zed/settings.json',
      'config.toml'
    ].map((at) => listAppFiles(system('linux')).find((known) => known.path.endsWith(at))?.path)
    for (const file of [cursor, windsurf, zed, codex]) await mkdir(path.dirname(file), { recursive: true })
    await mkdir(cursor)
    execFileSync('mkfifo', [windsurf])
    await writeFile(zed, Buffer.from([0xff, 0xfe, 0x7b, 0x00]))
    await writeFile(codex, `# ${'x'.repeat(1_100_000)}`)
    const problems = (await look()).files.map(({ file, problem }) => [file.path, toEnglish(problem!)])
    expect(Object.fromEntries(problems)).toEqual({
      [cursor]: expect.stringMatching(/isn't a file/) as string,
      [windsurf]: expect.stringMatching(/isn't a file/) as string,
      [zed]: expect.stringMatching(/UTF-8/) as string,
      [codex]: expect.stringMatching(/larger than 1 MB/) as string
    })
  })

  it('has its misleading names cleaned and its endless lists cut', async () => {
    const file =
      listAppFiles(system('linux')).find((known) => known.path.endsWith('.cursor/mcp.json'))?.path ?? ''
    await mkdir(path.dirname(file), { recursive: true })
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`s${at}`, { command: '/x' }]))
    await writeFile(
      file,
      `{"mcpServers": {"__proto__": {"command": "/x"}, "a}\\u202eb\\u0000": {"command": "/y"}, ${JSON.stringify(many).slice(1)}}`
    )
    const [found] = (await look()).files
    expect(found?.servers).toHaveLength(200)
    expect(found?.servers.map(({ name }) => name)).toContain('ab')
    expect(({} as Record<string, unknown>)['command']).toBeUndefined()
  })

  it('is read through links, but no other files are read', async () => {
    await mkdir(path.join(home, 'dotfiles'))
    await copyFile(path.join(fixtures, 'cursor.json'), path.join(home, 'dotfiles/mcp.json'))
    await mkdir(path.join(home, '.cursor'))
    await symlink(path.join(home, 'dotfiles/mcp.json'), path.join(home, '.cursor/mcp.json'))
    expect(serverOf(await look(), 'figma').name).toBe('figma')
    expect(await readdir(home)).toEqual(['.cursor', 'dotfiles'])
  })
})
