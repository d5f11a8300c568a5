/** The settings on a real disk: creating, watching, editing, backups, and files that can't be used. */
import { execFileSync } from 'node:child_process'
import fs from 'node:fs'
import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  rename,
  rm,
  stat,
  symlink,
  truncate,
  writeFile
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { toolsAtOnce } from '../../contract/limits'
import { quote } from '../../texts/render-localized'
import { problemsInEnglish } from '../../testing/in-english'
import { createMemoryFacts } from '../../testing/memory-facts'
import { silentLogger } from '../../base/logger'
import { usualValues } from '../../contract/simple-settings'
import { createSettings } from './settings-store'
import type { Settings, SettingsOptions } from './settings-store'
import { soon } from '../../testing/soon'

const resource = (name: string) => fileURLToPath(new URL(`../../../resources/${name}`, import.meta.url))
const two =
  '{\n  "mcpServers": {\n    "a": { "command": "node" }, // first\n    "b": { "command": "deno" }\n  }\n}\n'

let folder: string
let file: string
const opened: Settings[] = []

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'settings '))
  file = join(folder, 'settings.json')
})

afterEach(async () => {
  await Promise.all(opened.splice(0).map((settings) => settings.dispose()))
  await rm(folder, { recursive: true, force: true })
})

async function start(change: Partial<SettingsOptions> = {}): Promise<Settings> {
  const settings = createSettings({
    file,
    dataFolder: folder,
    schemaFile: resource('settings.schema.json'),
    defaultText: await readFile(resource('default-settings.jsonc'), 'utf8'),
    now: () => Date.UTC(2026, 0, 2),
    facts: createMemoryFacts(),
    log: silentLogger,
    ...change
  })
  opened.push(settings)
  await settings.start()
  return settings
}

const names = (settings: Settings) => settings.current().servers.map(({ name }) => name)
const problemsOf = (settings: Settings) => problemsInEnglish(settings.problems())
const firstProblem = (settings: Settings) => problemsOf(settings)[0]?.message ?? ''
const text = () => readFile(file, 'utf8')

describe('a missing file', () => {
  test('is created with comments, for its owner only, with the schema next to it', async () => {
    const settings = await start()
    expect(settings).toMatchObject({ current: expect.anything() })
    expect(settings.problems()).toEqual([])
    expect(await text()).toContain('// MCP servers by the name you give them.')
    expect(await text()).toContain('"$schema": "./settings.schema.json"')
    expect(await readFile(join(folder, 'settings.schema.json'), 'utf8')).toContain('mcpServers')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('names the shipped schema by its absolute address if it is in another folder', async () => {
    await start({ file: join(folder, 'else where', 'mine.json') })
    expect(await readFile(join(folder, 'else where', 'mine.json'), 'utf8')).toMatch(
      /"\$schema": "file:\/\/\/.*settings\.schema\.json"/
    )
    expect(await readdir(folder)).toEqual(['else where'])
  })

  test('leaves an existing one unchanged at the start, in any state', async () => {
    for (const content of [two, '', '{ "broken', 'null']) {
      await writeFile(file, content)
      const before = await stat(file)
      await start()
      expect(await text()).toBe(content)
      expect((await stat(file)).mtimeMs).toBe(before.mtimeMs)
    }
  })
})

describe('changes on disk', () => {
  test('are noticed for writing in place and for replacing by renaming', async () => {
    await writeFile(file, two)
    const settings = await start()
    const heard: string[][] = []
    settings.onChange(({ servers }) => heard.push(servers.map(({ name }) => name)))
    await writeFile(file, two.replace('"b"', '"c"'))
    await vi.waitFor(() => expect(names(settings)).toEqual(['a', 'c']), soon)
    for (const name of ['d', 'e']) {
      await writeFile(`${file}.new`, two.replace('"b"', `"${name}"`))
      await rename(`${file}.new`, file)
      await vi.waitFor(() => expect(names(settings)).toEqual(['a', name]), soon)
    }
    expect(heard).toEqual([
      ['a', 'c'],
      ['a', 'd'],
      ['a', 'e']
    ])
  })

  test('keep the last valid settings while the file is broken', async () => {
    await writeFile(file, two)
    const settings = await start()
    await writeFile(file, two.replace('"deno" }', '"deno"'))
    await vi.waitFor(() => expect(settings.isLastGoodInUse()).toBe(true), soon)
    expect(names(settings)).toEqual(['a', 'b'])
    expect(settings.problems()).toMatchObject([
      { severity: 'error', line: expect.any(Number), serverName: null }
    ])
    await writeFile(file, two)
    await vi.waitFor(() => expect(settings.isLastGoodInUse()).toBe(false), soon)
    expect(settings.problems()).toEqual([])
  })

  test('report a deleted file instead of emptying the settings', async () => {
    await writeFile(file, two)
    const settings = await start()
    await rm(file)
    await vi.waitFor(() => expect(firstProblem(settings)).toMatch(/doesn't exist/), soon)
    expect(names(settings)).toEqual(['a', 'b'])
    await writeFile(file, two.replace('"a"', '"x"'))
    await vi.waitFor(() => expect(names(settings)).toEqual(['x', 'b']), soon)
  })

  test('are noticed in the target of a link', async () => {
    const target = join(folder, 'dotfiles', 'parley.json')
    await mkdir(join(folder, 'dotfiles'))
    await writeFile(target, two)
    await symlink(target, file)
    const settings = await start()
    for (const name of ['c', 'd']) {
      await writeFile(`${target}.new`, two.replace('"b"', `"${name}"`))
      await rename(`${target}.new`, target)
      await vi.waitFor(() => expect(names(settings)).toEqual(['a', name]), soon)
    }
  })
})

describe('an edit', () => {
  test('keeps comments, order, unknown keys, indentation, line ends and the byte order mark', async () => {
    const before =
      '\ufeff{\r\n\t// mine\r\n\t"mcpServers": {\r\n\t\t"a": {"command":"node"}, // first\r\n\t},\r\n\t"mine": [1]\r\n}\r\n'
    await writeFile(file, before)
    const settings = await start()
    await settings.setValues({ 'appearance.theme': 'dark' })
    expect(await text()).toBe(
      before.replace('"mine": [1]', '"mine": [1],\r\n\t"appearance": {\r\n\t\t"theme": "dark"\r\n\t}')
    )
    expect(settings.current().values['appearance.theme']).toBe('dark')
  })

  test('keeps UTF-16', async () => {
    await writeFile(file, Buffer.from(`\ufeff${two}`, 'utf16le'))
    const settings = await start()
    await settings.setValues({ 'appearance.theme': 'light' })
    const bytes = await readFile(file)
    expect(bytes.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xfe]))
    expect(bytes.toString('utf16le')).toContain('"theme": "light"')
  })

  test('is applied to the current content of the disk, not to what was read', async () => {
    await writeFile(file, two)
    const settings = await start()
    await writeFile(file, two.replace('"b"', '"new"'))
    await settings.setValues({ 'appearance.theme': 'dark' })
    expect(names(settings)).toEqual(['a', 'new'])
    expect(await text()).toContain('"new"')
  })

  test('keeps simultaneous edits', async () => {
    await writeFile(file, two)
    const settings = await start()
    await Promise.all([
      settings.setValues({ 'appearance.theme': 'dark' }),
      settings.setValues({ 'conversation.maxToolSteps': 7, 'conversation.systemPrompt': 'Be brief.' }),
      settings.setValues({ 'models.default': 'direct' }),
      settings.setProviderKeyReference('anthropic', 'anthropic'),
      settings.saveServerEntry(null, 'c', '{"command": "x"}'),
      settings.removeServer('b')
    ])
    expect(names(settings)).toEqual(['a', 'c'])
    expect(settings.current()).toMatchObject({
      values: {
        'appearance.theme': 'dark',
        'conversation.maxToolSteps': 7,
        'conversation.systemPrompt': 'Be brief.',
        'models.default': 'direct'
      },
      models: { providers: [{ name: 'anthropic', apiKey: '${secret:anthropic}' }] }
    })
    await settings.removeProviderKey('anthropic')
    expect(settings.current().models.providers).toMatchObject([{ name: 'anthropic', apiKey: null }])
    expect(await text()).toContain('// first')
  })

  test('SAMP-30: sets prices and their currency in place, keeps the rest, and removes them', async () => {
    const before = '{ "models": { /* dear */ "prices": { "a/b": { "inputPerMillion": "?", "note": 1 } } } }'
    await writeFile(file, before)
    const settings = await start()
    const vault = { isPersistent: true, reason: null }
    expect(settings.view(vault).prices).toEqual([])
    await settings.setModelPrice('a/b', { inputPerMillion: 3, outputPerMillion: 15 })
    await settings.setModelPrice('a/c/d', { inputPerMillion: 0, outputPerMillion: 0.5 })
    await settings.setValues({ 'models.currency': 'EUR' })
    expect(settings.problems()).toEqual([])
    expect(settings.view(vault)).toMatchObject({
      values: { 'models.currency': 'EUR' },
      prices: [
        { model: 'a/b', inputPerMillion: 3, outputPerMillion: 15 },
        { model: 'a/c/d', inputPerMillion: 0, outputPerMillion: 0.5 }
      ]
    })
    expect(await text()).toMatch(/dear.*"note": 1/s)
    await expect(
      settings.setModelPrice('direct', { inputPerMillion: 1, outputPerMillion: 1 })
    ).rejects.toMatchObject({ code: 'SETTINGS_INVALID' })
    for (const model of ['a/b', 'a/c/d']) await settings.setModelPrice(model, null)
    expect(await text()).not.toContain('prices')
  })

  test('removes single values, and keeps others', async () => {
    await writeFile(file, two)
    const settings = await start()
    await settings.setValues({ 'models.default': 'direct', 'conversation.maxToolSteps': 7 })
    await settings.setValues({ 'models.default': null })
    expect(settings.current().values).toMatchObject({
      'models.default': null,
      'conversation.maxToolSteps': 7,
      'conversation.systemPrompt': ''
    })
    expect(await text()).not.toContain('direct')
  })

  test('is noticed once and not again by watching', async () => {
    await writeFile(file, two)
    const settings = await start()
    const heard = vi.fn()
    settings.onChange(heard)
    await settings.setValues({ 'appearance.theme': 'dark' })
    await writeFile(join(folder, 'other.json'), '{}')
    await writeFile(file, await text()) // the same bytes
    await writeFile(file, two)
    await vi.waitFor(() => expect(settings.current().values['appearance.theme']).toBe('system'), soon)
    expect(heard).toHaveBeenCalledTimes(2)
  })

  test('is refused for a broken file, which can still be repaired by hand', async () => {
    await writeFile(file, '{ "mcpServers": {\n "a": }')
    const settings = await start()
    await expect(settings.setValues({ 'appearance.theme': 'dark' })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message: expect.stringMatching(/not changed.*line 2, column 7/)
    })
    expect(await text()).toBe('{ "mcpServers": {\n "a": }')
    expect(settings.isLastGoodInUse()).toBe(true)
  })

  test("doesn't overwrite a section of the wrong kind", async () => {
    await writeFile(file, '{ "appearance": "dark" }')
    const settings = await start()
    await expect(settings.setValues({ 'appearance.theme': 'dark' })).rejects.toMatchObject({
      code: 'SETTINGS_INVALID'
    })
    expect(await text()).toBe('{ "appearance": "dark" }')
  })

  test('writes through a link, which stays a link', async () => {
    const target = join(folder, 'target.json')
    await writeFile(target, two)
    await symlink('target.json', file)
    const settings = await start()
    await settings.setValues({ 'appearance.theme': 'dark' })
    expect((await lstat(file)).isSymbolicLink()).toBe(true)
    expect(await readFile(target, 'utf8')).toContain('"dark"')
  })

  test('keeps the mode of the file', async () => {
    await writeFile(file, two)
    await chmod(file, 0o640)
    const settings = await start()
    await settings.setValues({ 'appearance.theme': 'dark' })
    expect((await stat(file)).mode & 0o777).toBe(0o640)
  })

  test('leaves a read-only file unchanged and reports it', async () => {
    await writeFile(file, two)
    await chmod(file, 0o444)
    const settings = await start()
    expect(names(settings)).toEqual(['a', 'b'])
    await expect(settings.setValues({ 'appearance.theme': 'dark' })).rejects.toMatchObject({
      code: 'SETTINGS_WRITE_FAILED',
      message: expect.stringMatching(/read-only/)
    })
    expect(await text()).toBe(two)
    expect((await stat(file)).mode & 0o777).toBe(0o444)
  })

  test('keeps the last five versions, and names them where the file breaks', async () => {
    await writeFile(file, two)
    let at = Date.UTC(2026, 0, 2)
    const settings = await start({ now: () => (at += 1_000) })
    for (let steps = 1; steps <= 8; steps += 1)
      await settings.setValues({ 'conversation.maxToolSteps': steps })
    const backups = (await readdir(join(folder, 'backups'))).sort()
    expect(backups).toHaveLength(5)
    const newest = join(folder, 'backups', backups[4] ?? '')
    expect(await readFile(newest, 'utf8')).toContain('"maxToolSteps": 7')
    expect((await stat(newest)).mode & 0o777).toBe(0o600)
    await truncate(file, 20)
    await vi.waitFor(() => expect(firstProblem(settings)).toContain(newest), soon)
  })

  test("doesn't overwrite a backup of the same moment", async () => {
    await writeFile(file, two)
    const settings = await start()
    for (let steps = 1; steps <= 7; steps += 1)
      await settings.setValues({ 'conversation.maxToolSteps': steps })
    const backups = await readdir(join(folder, 'backups'))
    const kept = await Promise.all(backups.map((name) => readFile(join(folder, 'backups', name), 'utf8')))
    expect(kept.map((backup) => /"maxToolSteps": (\d)/.exec(backup)?.[1]).sort()).toEqual([
      '2',
      '3',
      '4',
      '5',
      '6'
    ])
  })

  test('creates a deleted file again', async () => {
    await writeFile(file, two)
    const settings = await start()
    await rm(file)
    await settings.setValues({ 'appearance.theme': 'dark' })
    expect(await text()).toContain('// MCP servers')
    expect(settings.isLastGoodInUse()).toBe(false)
  })
})

describe('a failing disk', () => {
  type Callback = (error: Error | null, count?: number) => void
  const noSpace = () => Object.assign(new Error('no space'), { code: 'ENOSPC' })
  afterEach(() => vi.restoreAllMocks())

  test.each(['open', 'write', 'fsync', 'chmod', 'rename'] as const)(
    'leaves the old or the new file complete if %s fails',
    async (operation) => {
      await writeFile(file, two)
      const settings = await start()
      vi.spyOn(fs, operation).mockImplementationOnce(((...args: unknown[]) =>
        (args.at(-1) as Callback)(noSpace())) as never)
      await expect(settings.setValues({ 'appearance.theme': 'dark' })).rejects.toMatchObject({
        code: 'SETTINGS_WRITE_FAILED',
        message: expect.stringMatching(/ENOSPC.*is unchanged/)
      })
      expect(await text()).toBe(two)
      expect((await readdir(folder)).sort()).toEqual(['backups', 'settings.json'])
      await settings.setValues({ 'appearance.theme': 'dark' })
      expect(settings.current().values['appearance.theme']).toBe('dark')
    }
  )

  test('is detected if only a part is written without an error', async () => {
    await writeFile(file, two)
    const settings = await start()
    const real = fs.write
    vi.spyOn(fs, 'write').mockImplementationOnce(((...args: unknown[]) => {
      const [descriptor, bytes, offset, length, position, done] = args as [
        number,
        Buffer,
        number,
        number,
        number,
        Callback
      ]
      real(descriptor, bytes, offset, Math.floor(length / 2), position, done as never)
    }) as never)
    await settings.setValues({ 'appearance.theme': 'dark' })
    expect(settings.isLastGoodInUse()).toBe(false)
    expect(settings.current()).toMatchObject({
      serverOrder: ['a', 'b'],
      values: { 'appearance.theme': 'dark' }
    })
  })
})

describe('an entry of a server', () => {
  const entry = '{\n      "command": "node", // mine\n      "args": ["x"]\n    }'
  const withEntry = `{\n  "mcpServers": {\n    "a": ${entry},\n    "b": { "command": 1 }\n  }\n}\n`

  test('is read and written unchanged', async () => {
    await writeFile(file, withEntry)
    const settings = await start()
    const json = await settings.readServerEntry('a')
    expect(json).toBe('{\n  "command": "node", // mine\n  "args": ["x"]\n}')
    await settings.saveServerEntry('a', 'a', json)
    expect(await text()).toBe(withEntry)
  })

  test('can be renamed in its position, and repaired', async () => {
    await writeFile(file, withEntry)
    const settings = await start()
    await settings.saveServerEntry('a', 'first one', '{ "command": "deno" /* new */ }')
    await settings.saveServerEntry('b', 'b', '{ "command": "node" }')
    expect(names(settings)).toEqual(['first one', 'b'])
    expect(await text()).toContain('"first one": { "command": "deno" /* new */ }')
  })

  test('is validated before anything is written', async () => {
    await writeFile(file, withEntry)
    const settings = await start()
    const failing = settings.saveServerEntry('a', 'a', '{\n  "command": 5\n}')
    await expect(failing).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message: expect.stringMatching(/must be a text/),
      data: { problems: [{ line: 2, column: 14 }] }
    })
    await expect(settings.saveServerEntry('a', 'a', '{} , "evil": {"command": "x"}')).rejects.toMatchObject({
      code: 'SETTINGS_INVALID'
    })
    await expect(settings.saveServerEntry(null, '__proto__', '{"command": "x"}')).rejects.toMatchObject({
      code: 'SETTINGS_INVALID'
    })
    await expect(settings.saveServerEntry('b', 'a', '{"command": "x"}')).rejects.toMatchObject({
      code: 'SETTINGS_NAME_TAKEN'
    })
    await expect(settings.saveServerEntry(null, 'a', '{"command": "x"}')).rejects.toMatchObject({
      code: 'SETTINGS_NAME_TAKEN'
    })
    await expect(settings.saveServerEntry('gone', 'x', '{"command": "x"}')).rejects.toMatchObject({
      code: 'SERVER_UNKNOWN'
    })
    await expect(settings.readServerEntry('gone')).rejects.toMatchObject({ code: 'SERVER_UNKNOWN' })
    await expect(settings.removeServer('gone')).rejects.toMatchObject({ code: 'SERVER_UNKNOWN' })
    expect(await text()).toBe(withEntry)
  })

  test('is removed with all repetitions, also the last one with a comma after it', async () => {
    await writeFile(file, '{ "mcpServers": { "a": {"command": "x"}, "a": {"command": "y"}, } }')
    const settings = await start()
    await settings.removeServer('a')
    expect(settings.current().serverOrder).toEqual([])
    expect(settings.isLastGoodInUse()).toBe(false)
  })
})

describe('a paste', () => {
  test.each([
    [
      '{"mcpServers": {"notes": {"command": "node"}, "files": {"url": "https://example.com"}}}',
      ['notes', 'files']
    ],
    ['{"servers": {"notes": {"type": "http", "url": "https://example.com"}}}', ['notes']],
    ['// from the manual\n{"notes": {"command": "node",},}', ['notes']],
    ['"notes": {"command": "node"}', ['notes']],
    ['{"command": "npx", "args": ["-y", "@modelcontextprotocol/server-everything@1.2"]}', ['everything']],
    ['{"command": "uvx", "args": ["mcp-server-git", "--repository", "x"]}', ['git']],
    ['{"command": "node", "args": ["/srv/notes/index.js"]}', ['index']],
    ['{"command": "/opt/tools/weather-mcp"}', ['weather']],
    ['{"url": "https://mcp.example.com/x"}', ['mcp.example.com']]
  ])('CONF-04: adds %s', async (pasted, added) => {
    const settings = await start()
    expect(await settings.pasteServers(pasted)).toEqual(added)
    expect(names(settings)).toEqual(added)
    expect(await text()).toContain('// MCP servers by the name you give them.')
  })

  test('numbers names that are taken, and keeps comments and variables', async () => {
    await writeFile(file, two)
    const settings = await start()
    const pasted =
      '{"mcpServers": {"a": {\n  // mind this\n  "command": "x", "env": {"T": "${env:HOME}"}}, "a 2": {"command": "y"}}}'
    expect(await settings.pasteServers(pasted)).toEqual(['a 2', 'a 2 2'])
    expect(await text()).toContain('// mind this')
    expect(settings.current().servers.find(({ name }) => name === 'a 2')).toMatchObject({
      env: { T: '${env:HOME}' }
    })
  })

  test.each([
    ['hello', /isn't a server configuration/],
    ['[]', /isn't a JSON object/],
    ['{}', /contains no servers/],
    ['{"mcpServers": {}}', /contains no servers/],
    ['{"name": "x", "version": 1}', /Paste/],
    ['{"a": {"command": "ok"}, "b": {"command": 5}}', /must be a text/]
  ])('adds nothing for %s', async (pasted, message) => {
    await writeFile(file, two)
    const settings = await start()
    await expect(settings.pasteServers(pasted)).rejects.toMatchObject({
      code: 'SETTINGS_INVALID',
      message: expect.stringMatching(message)
    })
    expect(await text()).toBe(two)
  })
})

describe('an unreadable path', () => {
  async function expectDefaults(message: RegExp): Promise<void> {
    const settings = await start()
    expect(settings.isLastGoodInUse()).toBe(true)
    expect(names(settings)).toEqual([])
    expect(firstProblem(settings)).toMatch(message)
    expect(firstProblem(settings)).toContain(file)
    await expect(settings.setValues({ 'appearance.theme': 'dark' })).rejects.toMatchObject({
      code: 'SETTINGS_UNREADABLE'
    })
  }

  test('is reported for a folder', async () => {
    await mkdir(file)
    await expectDefaults(/is a folder/)
  })

  test('is reported for a link to nothing', async () => {
    await symlink('nowhere.json', file)
    await expectDefaults(/link to nowhere\.json.*ENOENT/)
    expect(await readdir(folder)).toEqual(['settings.json'])
  })

  test('is reported for a link to itself', async () => {
    await symlink('settings.json', file)
    await expectDefaults(/ELOOP/)
  })

  test('is reported for a named pipe, without waiting for it', async () => {
    execFileSync('mkfifo', [file])
    await expectDefaults(/isn't a regular file/)
  })

  test('is reported for a file that is too large, without reading it all', async () => {
    await writeFile(file, '')
    await truncate(file, 1 << 30)
    await expectDefaults(/larger than 5 MB/)
  })

  test("is reported for bytes that aren't text", async () => {
    await writeFile(file, Buffer.from([0x7b, 0x0a, 0x22, 0xe9, 0xff, 0x22, 0x7d]))
    const settings = await start()
    expect(problemsOf(settings)).toMatchObject([
      { line: 2, column: 2, message: expect.stringMatching(/isn't valid UTF-8/) }
    ])
  })
})

test('reads a file that others may write, with a warning', async () => {
  await writeFile(file, two)
  await chmod(file, 0o666)
  const settings = await start()
  expect(names(settings)).toEqual(['a', 'b'])
  expect(problemsOf(settings)).toMatchObject([
    { severity: 'warning', message: expect.stringMatching(/Other users/) }
  ])
  expect((await stat(file)).mode & 0o777).toBe(0o666)
})

test('returns a view with everything that the screen needs', async () => {
  await writeFile(file, two)
  const settings = await start()
  expect(settings.view({ isPersistent: false, reason: quote('No key store.') })).toEqual({
    prices: [],
    values: usualValues,
    path: file,
    isLastGoodInUse: false,
    problems: [],
    roots: [],
    ledgerEndpoint: null,
    vault: { isPersistent: false, reason: quote('No key store.') }
  })
})

test('replaces the copy of the schema next to the file with a newer shipped one', async () => {
  await writeFile(file, two)
  await writeFile(join(folder, 'settings.schema.json'), '{}')
  await start()
  expect(await readFile(join(folder, 'settings.schema.json'), 'utf8')).toContain('mcpServers')
})

describe('choices for a running server', () => {
  const commented = `{
  "mcpServers": {
    // mine
    "a": { "command": "node" }, // first
    "b": {
      "command": "deno", // the other
      "tools": {
        "write": { "timeoutMs": 5000 } // slow
      }
    }
  },
  "roots": [
    "/srv/one", // work
    "/srv/two"
  ]
}
`

  test('TOOL-14: switch a tool off and on again in place, and change nothing else', async () => {
    await writeFile(file, commented)
    const settings = await start()
    const toolsOf = (name: string) => settings.current().servers.find((one) => one.name === name)?.tools
    await settings.setTools('b', ['write'], { isDisabled: true })
    await settings.setTools('b', ['read "it"'], { isDisabled: true })
    await settings.setTools('a', ['echo'], { isDisabled: true })
    expect(toolsOf('b')?.get('write')).toEqual({
      isDisabled: true,
      isAlwaysSent: false,
      timeoutMs: 5000,
      maxTotalTimeoutMs: null,
      callLimits: { perTurn: null, perConversation: null, perDay: null }
    })
    expect(toolsOf('b')?.get('read "it"')?.isDisabled).toBe(true)
    expect(toolsOf('a')?.get('echo')?.isDisabled).toBe(true)
    await settings.setTools('b', ['write'], { isAlwaysSent: true })
    expect(toolsOf('b')?.get('write')).toMatchObject({ isDisabled: true, isAlwaysSent: true })
    expect(await text()).toContain('// slow')
    await settings.setTools('b', ['write'], { isDisabled: false, isAlwaysSent: false })
    await settings.setTools('b', ['read "it"'], { isDisabled: false })
    await settings.setTools('a', ['echo'], { isDisabled: false })
    expect(await text()).toBe(commented)
    await expect(settings.setTools('nobody', ['echo'], { isDisabled: true })).rejects.toMatchObject({
      code: 'SERVER_UNKNOWN'
    })
  })

  test('TOOL-14: switch two hundred tools off and on again with one write each', async () => {
    await writeFile(file, commented)
    const settings = await start()
    const names = Array.from({ length: toolsAtOnce }, (_, index) => `tool-${index}`)
    let writes = 0
    settings.onChange(() => (writes += 1))
    await settings.setTools('b', names, { isDisabled: true })
    const tools = () => settings.current().servers.find(({ name }) => name === 'b')?.tools
    expect(names.every((name) => tools()?.get(name)?.isDisabled === true)).toBe(true)
    expect(tools()?.get('write')?.isDisabled).toBe(false)
    await settings.setTools('b', names, { isDisabled: false })
    expect(await text()).toBe(commented)
    expect(writes).toBe(2)
  })

  test('LOG-01: write instructions, icons and log level, and remove them if they equal the default', async () => {
    await writeFile(file, commented)
    const settings = await start()
    const first = () => settings.current().servers[0]
    await settings.setServerChoices('a', {
      usesInstructions: false,
      areIconsAllowed: true,
      logLevel: 'warning'
    })
    expect(first()).toMatchObject({ usesInstructions: false, areIconsAllowed: true, logLevel: 'warning' })
    await settings.setServerChoices('a', { logLevel: 'debug' })
    expect(first()).toMatchObject({ usesInstructions: false, logLevel: 'debug' })
    await settings.setServerChoices('a', { usesInstructions: true, areIconsAllowed: false, logLevel: null })
    expect(await text()).toBe(commented)
    expect(first()).toMatchObject({ usesInstructions: true, areIconsAllowed: false, logLevel: null })
    const unknown = settings.setServerChoices('nobody', { areIconsAllowed: true })
    await expect(unknown).rejects.toMatchObject({ code: 'SERVER_UNKNOWN' })
  })

  test('adds and removes folders and keeps their comments', async () => {
    await writeFile(file, commented)
    const settings = await start()
    await settings.setRoots(['/srv/one', '/srv/three'])
    expect(settings.current().roots).toEqual(['/srv/one', '/srv/three'])
    expect(settings.view({ isPersistent: true, reason: null }).roots).toEqual(['/srv/one', '/srv/three'])
    expect(await text()).toBe(commented.replace('/srv/two', '/srv/three'))
    await settings.setRoots([{ path: '/srv/one', name: 'Work', servers: ['a'] }, '/srv/three'])
    expect(settings.current().roots[0]).toEqual({ path: '/srv/one', name: 'Work', servers: ['a'] })
    expect(await text()).toContain('}, // work')
    await settings.setRoots(['/srv/one', '/srv/three'])
    expect(await text()).toBe(commented.replace('/srv/two', '/srv/three'))
    await expect(settings.setRoots(['../here'])).rejects.toThrow(/relative path/)
    expect(settings.current().roots).toHaveLength(2)
  })
})

test('writes the collector of the ledger into the file, and removes it with its section', async () => {
  await writeFile(file, two)
  const settings = await start()
  await settings.setLedgerEndpoint('https://collector.example:4318')
  expect(settings.current().ledgerEndpoint).toBe('https://collector.example:4318')
  expect(await readFile(file, 'utf8')).toContain('"endpoint": "https://collector.example:4318"')
  await expect(settings.setLedgerEndpoint('file:///etc/passwd')).rejects.toMatchObject({
    code: 'SETTINGS_INVALID'
  })
  await settings.setLedgerEndpoint(null)
  expect(await readFile(file, 'utf8')).toBe(two)
})
