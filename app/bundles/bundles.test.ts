/**
 * Fifteen bundles through the whole host, six of them hostile. Each is shown before anything happens, installed
 * completely or not at all, run through `TrustCheck`, updated, and removed without a trace.
 */
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { sandboxFinder } from '../sandbox/available/find-sandbox'
import type { AddingView, BundleView } from '../contract/servers/adding'
import { appendSignature, makeBundle, nodeServer } from '../testing/bundles/make-bundle'
import { signBundle } from '../testing/bundles/sign-bundle'
import { localBytes, makeZip } from '../testing/bundles/make-zip'
import { openHost, type OpenTestHost } from '../testing/open-host'
import { toEnglish } from '../texts/render-localized'
import { soon } from '../testing/soon'

const canContain = await sandboxFinder(process.platform)().then(
  () => true,
  () => false
)

let folder: string
let host: OpenTestHost
let chosen: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-bundles-'))
  await writeFile(path.join(folder, 'settings.json'), '{\n  // mine\n  "mcpServers": {}\n}\n')
  host = await openHost({ folder, chooseFile: async () => chosen })
  await host.start()
})

afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

const shown = async (): Promise<AddingView | null> => await host.handlers['adding.read']({})

async function choose(bundle: Uint8Array, name = 'weather.mcpb'): Promise<AddingView> {
  chosen = path.join(folder, name)
  await writeFile(chosen, bundle)
  await host.handlers['bundle.choose']({})
  const view = await shown()
  if (view === null) throw new Error('Nothing lies before the person')
  return view
}

async function look(bundle: Uint8Array, name?: string): Promise<BundleView> {
  const view = await choose(bundle, name)
  if (view.type !== 'bundle') throw new Error(view.type === 'refused' ? toEnglish(view.reason) : view.type)
  return view
}

const install = async ({ id }: BundleView, texts = {}, secrets = {}) =>
  await host.handlers['bundle.install']({ id, texts, secrets })

const settings = async () => await readFile(path.join(folder, 'settings.json'), 'utf8')
const entryOf = async (name: string) => {
  const { json } = await host.handlers['server.read']({ serverName: name, what: 'entry' })
  return JSON.parse(json) as { command: string; args: string[]; env?: Record<string, string> }
}
const installedFolders = async () => {
  const names = await readdir(path.join(folder, 'bundles')).catch(() => [])
  return names.filter((name) => !name.startsWith('.'))
}
const leftOver = async () => await readdir(path.join(folder, 'bundles')).catch(() => [])

async function trust(): Promise<void> {
  await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
  await host.handlers['consent.answer']({
    questionId: host.question()?.id ?? '',
    answer: { type: 'server-trust', decision: 'trust' }
  })
}

const stateOf = async (name: string) =>
  (await host.handlers['app.snapshot']({})).servers.find((server) => server.name === name)?.state

const keySetting = {
  type: 'string',
  title: 'API key',
  description: 'Of your account',
  required: true,
  sensitive: true
}
const withKey = {
  user_config: { key: keySetting },
  server: {
    ...nodeServer,
    mcp_config: { ...nodeServer.mcp_config, env: { WEATHER_KEY: 'k-${user_config.key}' } }
  }
}

describe('a bundle before it is installed', () => {
  it('shows everything that it says and would run, and neither writes settings nor starts it', async () => {
    const view = await look(
      makeBundle({ display_name: 'Weather', homepage: 'javascript:alert(1)', support: 'https://example.com' })
    )
    expect(view).toMatchObject({
      title: 'Weather',
      version: '1.0.0',
      author: { name: 'Ada' },
      runtime: 'node',
      signature: { state: 'none' },
      launch: { command: 'parley:node', args: ['${__dirname}/server/index.mjs'] },
      ownNode: process.versions.node,
      tools: [{ name: 'report' }],
      links: [{ kind: 'support', url: 'https://example.com' }],
      installed: null
    })
    expect(view.manifest).toContain('"Tells the weather"')
    expect(await settings()).not.toContain('weather')
    expect(await installedFolders()).toEqual([])
  })

  it('leaves nothing behind when it is closed', async () => {
    const { id } = await look(makeBundle())
    await host.handlers['adding.close']({ id })
    expect(await shown()).toBeNull()
    expect(await leftOver()).toEqual([])
    await expect(host.handlers['bundle.install']({ id, texts: {}, secrets: {} })).rejects.toMatchObject({
      code: 'BUNDLE_REFUSED'
    })
  })

  it('removes nothing when an unknown one is closed, for any name', async () => {
    const precious = path.join(folder, 'precious')
    await mkdir(precious)
    for (const id of ['/../../precious', '/../..', '\0', 'none']) await host.handlers['adding.close']({ id })
    expect(await readdir(folder)).toContain('precious')
  })

  it('checks a signature and names its signer as unverified', async () => {
    const view = await look(await signBundle(makeBundle(), 'Ada'), 'weather.dxt')
    expect(view.signature).toEqual({ state: 'unvouched', name: 'Ada' })
  })

  it('reports a signature of another file by any signer', async () => {
    const other = makeBundle({ version: '1.0.1' })
    const signed = await signBundle(makeBundle(), 'Ada')
    const signature = signed.subarray(makeBundle().length + 'MCPB_SIG_V1'.length + 4, -'MCPB_SIG_END'.length)
    expect((await look(appendSignature(other, signature))).signature).toEqual({ state: 'broken' })
  })

  it('reports a changed signature as broken', async () => {
    const signed = await signBundle(makeBundle(), 'Ada')
    // The last byte of the signature, before its end marker.
    const at = signed.length - 'MCPB_SIG_END'.length - 1
    signed.writeUInt8(signed.readUInt8(at) ^ 1, at)
    expect((await look(signed)).signature).toEqual({ state: 'broken' })
  })

  it.each([
    ['no signature at all', Buffer.from('no PKCS#7')],
    ['a truncated structure', Buffer.from('3080308030803080', 'hex')],
    ['nothing', Buffer.alloc(0)]
  ])('reports an unreadable signature: %s', async (_what, bytes) => {
    const view = await look(appendSignature(makeBundle(), bytes))
    expect(view.signature).toEqual({ state: 'unreadable' })
  })

  it('reports a missing program, and warns about a shell command', async () => {
    const mcpConfig = { command: 'no-such-runtime', args: ['${__dirname}/server/index.mjs'] }
    const view = await look(makeBundle({ server: { ...nodeServer, type: 'python', mcp_config: mcpConfig } }))
    expect(view.warnings.map(toEnglish).join()).toContain('no-such-runtime')
    await host.handlers['adding.close']({ id: view.id })
    const line = { command: 'sh', args: ['-c', 'node ${__dirname}/server/index.mjs'] }
    const other = await look(makeBundle({ server: { ...nodeServer, mcp_config: line } }))
    expect(other.warnings.map(({ text }) => text)).toContain('trust.shellLine')
  })
})

describe('an installed bundle', () => {
  it('becomes an entry that waits for trust and runs after it, and keeps comments of the file', async () => {
    const { serverName } = await install(await look(makeBundle()))
    expect(await stateOf(serverName)).not.toBe('connected')
    const [id = ''] = await installedFolders()
    expect((await entryOf('weather')).args).toEqual([
      path.join(folder, 'bundles', id, 'files', 'server', 'index.mjs')
    ])
    expect(await settings()).toContain('// mine')
    await trust()
    await vi.waitFor(async () => expect(await stateOf('weather')).toBe('connected'), soon)
  })

  it("puts a secret into the vault and the server's environment, and into no file", async () => {
    const secret = 'k-$&-$$-very-secret'
    await install(await look(makeBundle(withKey)), {}, { key: [secret] })
    expect(host.secrets.get('weather-key')).toBe(secret)
    expect((await entryOf('weather')).env).toEqual({ WEATHER_KEY: 'k-${secret:weather-key}' })
    const files = await readdir(folder, { recursive: true, withFileTypes: true })
    for (const file of files.filter((one) => one.isFile() && !one.name.includes('parley.db')))
      expect(await readFile(path.join(file.parentPath, file.name), 'latin1'), file.name).not.toContain(
        'very-secret'
      )
    await trust()
    await vi.waitFor(async () => expect(await stateOf('weather')).toBe('connected'), soon)
  })

  it('turns several values into several arguments, an unset value into none, and fills in defaults', async () => {
    const text = (more: object) => ({ type: 'string', title: 'T', description: '', ...more })
    const view = await look(
      makeBundle({
        user_config: {
          folders: { ...text({ type: 'directory', multiple: true }), default: ['${HOME}/notes'] },
          level: text({ type: 'number', min: 1, max: 5, default: 3 }),
          other: text({})
        },
        server: {
          ...nodeServer,
          mcp_config: {
            command: 'node',
            args: [
              '${__dirname}/server/index.mjs',
              '${user_config.folders}',
              '--level=${user_config.level}',
              '${user_config.other}'
            ],
            env: { WEATHER_OTHER: '${user_config.other}' }
          }
        }
      })
    )
    expect(view.settings.map(({ texts }) => texts)).toEqual([[path.join(os.homedir(), 'notes')], ['3'], []])
    await expect(install(view, { level: ['9'] })).rejects.toMatchObject({ code: 'BUNDLE_SETTINGS' })
    await install(view, { folders: ['/a b', '/c'], level: ['4'] })
    const entry = await entryOf('weather')
    expect(entry.args.slice(1)).toEqual(['/a b', '/c', '--level=4'])
    expect(entry.env ?? {}).toEqual({})
  })

  it.skipIf(!canContain)(
    'proposes only folders and files that its settings name, and opens none before the approval',
    async () => {
      // Paths in Parley's own data folder are never proposed.
      const theirs = await mkdtemp(path.join(os.tmpdir(), 'parley-theirs-'))
      onTestFinished(() => rm(theirs, { recursive: true, force: true }))
      const [notes, more, file] = ['notes', 'more', 'list.txt'].map((name) => path.join(theirs, name)) as [
        string,
        string,
        string
      ]
      await Promise.all([mkdir(notes), mkdir(more), writeFile(file, 'a list')])
      const setting = (type: string, isMultiple = false) => ({
        type,
        title: type,
        description: '',
        multiple: isMultiple
      })
      const view = await look(
        makeBundle({
          user_config: {
            folders: setting('directory', true),
            list: setting('file'),
            word: setting('string')
          },
          server: {
            ...nodeServer,
            mcp_config: {
              command: 'node',
              args: ['${__dirname}/server/index.mjs', '--list=${user_config.list}', '${user_config.word}'],
              env: { WEATHER_FOLDERS: '${user_config.folders}' }
            }
          },
          // Not in the specification: a bundle can't open anything for itself.
          permissions: { hosts: ['evil.example'] },
          containment: 'off'
        })
      )
      await install(view, { folders: [notes, more], list: [file], word: ['evil.example'] })
      const { json } = await host.handlers['server.read']({ serverName: 'weather', what: 'entry' })
      expect(JSON.parse(json)).toMatchObject({
        sandbox: { read: [file, notes, more], write: [], hosts: [] }
      })
      await vi.waitFor(() => expect(host.question()).toMatchObject({ type: 'server-trust' }), soon)
      expect(host.question()).toMatchObject({ act: { containment: { read: [file, notes, more] } } })
      await trust()
      await vi.waitFor(async () => expect(await stateOf('weather')).toBe('connected'), soon)
    },
    90_000
  )

  it('asks for required values by their titles', async () => {
    const view = await look(makeBundle(withKey))
    await expect(install(view)).rejects.toMatchObject({
      code: 'BUNDLE_SETTINGS',
      message: expect.stringContaining('API key')
    })
    expect(await installedFolders()).toEqual([])
    expect((await shown())?.id).toBe(view.id)
  })

  it('makes its program executable for the owner, and no other file', async () => {
    const server = { type: 'binary', entry_point: 'bin/tool', mcp_config: { command: 'bin/tool', args: [] } }
    await install(
      await look(
        makeBundle({ server }, [
          { name: 'bin/tool', data: '#!/bin/sh\n' },
          { name: 'wild', mode: 0o106777 }
        ])
      )
    )
    const [id = ''] = await installedFolders()
    const files = path.join(folder, 'bundles', id, 'files')
    expect((await entryOf('weather')).command).toBe(path.join(files, 'bin', 'tool'))
    if (process.platform === 'win32') return
    expect((await stat(path.join(files, 'bin', 'tool'))).mode & 0o7777).toBe(0o700)
    expect((await stat(path.join(files, 'server', 'index.mjs'))).mode & 0o7777).toBe(0o600)
    expect((await stat(path.join(files, 'wild'))).mode & 0o7077).toBe(0)
  })

  it('keeps settings, secrets and manual changes in an update, and removes the old folder', async () => {
    await install(await look(makeBundle(withKey)), {}, { key: ['first'] })
    const [old = ''] = await installedFolders()
    const entry = await entryOf('weather')
    const own = { ...entry, timeoutMs: 5_000, env: { ...entry.env, OWN: '1' } }
    await host.handlers['server.save-entry']({
      previousName: 'weather',
      serverName: 'weather',
      json: JSON.stringify(own)
    })
    const view = await look(makeBundle({ ...withKey, version: '1.10.0' }))
    expect(view.installed).toMatchObject({ serverName: 'weather', version: '1.0.0', isNewer: true })
    expect(view.settings).toMatchObject([{ key: 'key', isStored: true, texts: [] }])
    await install(view)
    const [now = '', ...others] = await installedFolders()
    expect(others).toEqual([])
    expect(now).not.toBe(old)
    const after = await entryOf('weather')
    expect(after).toMatchObject({
      timeoutMs: 5_000,
      env: { OWN: '1', WEATHER_KEY: 'k-${secret:weather-key}' }
    })
    expect(after.args[0]).toContain(now)
    expect(host.secrets.get('weather-key')).toBe('first')
  })

  it('removes its folder with its entry, and after a crash at the next start', async () => {
    await install(await look(makeBundle()))
    await install(await look(makeBundle({ name: 'other' })))
    expect(await installedFolders()).toHaveLength(2)
    await host.handlers['server.remove']({ serverName: 'weather' })
    expect(await installedFolders()).toEqual([expect.stringContaining('other-')])
    await host.dispose()
    await writeFile(path.join(folder, 'settings.json'), '{ "mcpServers": {} }')
    host = await openHost({ folder })
    await host.start()
    expect(await leftOver()).toEqual([])
  })

  it("keeps the folder if the settings can't be read or name it in a comment", async () => {
    await install(await look(makeBundle()))
    const [id = ''] = await installedFolders()
    await host.dispose()
    await writeFile(path.join(folder, 'settings.json'), `{ "mcpServers": { /* ${id} */ `)
    host = await openHost({ folder })
    await host.start()
    expect(await installedFolders()).toEqual([id])
  })

  it('leaves neither files nor secrets if the settings refuse the entry', async () => {
    const view = await look(makeBundle(withKey))
    await writeFile(path.join(folder, 'settings.json'), '{ broken')
    await expect(install(view, {}, { key: ['typed'] })).rejects.toMatchObject({ code: 'SETTINGS_INVALID' })
    expect(await installedFolders()).toEqual([])
    expect(host.secrets.has('weather-key')).toBe(false)
  })
})

describe('a hostile bundle', () => {
  const zeros = Buffer.alloc(30 * 1_048_576)
  const canary = 'corpus-canary.txt'
  const cases: readonly [string, () => Uint8Array, string][] = [
    [
      'a file outside of its folder',
      () => makeBundle({}, [{ name: `../../${canary}`, data: 'x' }]),
      'leads out'
    ],
    [
      'a folder outside of its folder',
      () => makeBundle({}, [{ name: `data/../../${canary}/`, data: '' }]),
      'leads out'
    ],
    [
      'a file of 30 MB in a few bytes',
      () => makeBundle({}, [{ name: 'data.bin', data: zeros }]),
      'becomes much larger'
    ],
    [
      'a link out of the folder and a file behind it',
      () =>
        makeBundle({}, [
          { name: 'out', data: '../..', mode: 0o120777 },
          { name: `out/${canary}`, data: 'x' }
        ]),
      "isn't a regular file"
    ],
    [
      'two manifests, only one of which would be shown',
      () => makeBundle({}, [{ name: 'Manifest.json', data: '{}' }]),
      'the same file on some systems'
    ],
    [
      'a command outside of its folder',
      () => makeBundle(commandOf('${__dirname}/../../../bin/sh')),
      'leads out'
    ],
    [
      'the name of a secret of the user',
      () => makeBundle(commandOf('node', ['${secret:anthropic}'])),
      'yours'
    ],
    ['a variable of the user in a default value', () => makeBundle(defaultOf('${env:TOKEN}')), 'yours'],
    ['more bytes than declared', () => makeBundle({}, [{ name: 'a', data: 'xxxx', size: 1 }]), 'damaged'],
    ['another checksum', () => makeBundle({}, [{ name: 'a', data: 'x', sum: 7 }]), 'damaged'],
    ['files that overlap', () => overlapping(), 'shares its bytes'],
    ['different names in the two headers', () => makeBundle({}, [{ name: 'a', localName: 'b' }]), 'damaged'],
    ['an encrypted file', () => makeBundle({}, [{ name: 'a', flags: 0x801 }]), 'encrypted'],
    ['a reserved name of Windows', () => makeBundle({}, [{ name: 'sub/con.txt' }]), 'means something else'],
    [
      'a file where another file needs a folder',
      () => makeBundle({}, [{ name: 'server/index.mjs/x' }]),
      'same file'
    ],
    ['no manifest', () => makeZip([{ name: 'server/index.mjs' }]), 'no manifest.json'],
    [
      'a manifest with wrong types',
      () => makeZip([{ name: 'manifest.json', data: '{"manifest_version":3,"name":["x"]}' }]),
      'supports 0.1 to 0.4'
    ],
    ['a manifest of a later format', () => makeBundle({ manifest_version: '9.0' }), 'version 9.0'],
    ['a manifest without an author', () => makeBundle({ author: 'me' }), 'author'],
    ['a huge manifest', () => makeBundle({ long_description: 'x'.repeat(2_000_000) }), '1 MB'],
    [
      '60,000 files, more than declared',
      () => makeZip([{ name: 'manifest.json' }], { count: 60_000 }),
      'more than 20,000 files'
    ],
    ['not a zip file', () => Buffer.from('#!/bin/sh\n'), 'zip archive'],
    ['an empty file', () => Buffer.alloc(0), 'zip archive'],
    [
      'a program in front of the zip',
      () => Buffer.concat([Buffer.from('#!/bin/sh\nexit\n'), makeBundle()]),
      'zip archive'
    ],
    ['another system', () => makeBundle({ compatibility: { platforms: ['beos'] } }), 'made for'],
    [
      'an unknown kind of server',
      () => makeBundle({ server: { ...nodeServer, type: 'cobol' } }),
      'server.type'
    ],
    ['a missing program', () => makeBundle({ server: { ...nodeServer, entry_point: 'gone.js' } }), 'gone.js'],
    [
      'a setting that it never asks for',
      () => makeBundle(commandOf('node', ['${user_config.gone}'])),
      "doesn't declare"
    ]
  ]

  it.each(cases)('is refused with the reason and leaves nothing: %s', async (_what, make, reason) => {
    const view = await choose(make())
    // Some false statements are found only while it is unpacked.
    const told =
      view.type === 'refused'
        ? toEnglish(view.reason)
        : await install(view as BundleView).then(
            () => 'installed',
            (error: unknown) => (error as Error).message
          )
    expect(told).toContain(reason)
    await host.handlers['adding.close']({ id: view.id })
    expect(await leftOver()).toEqual([])
    expect(await settings()).not.toContain('weather')
    const around = await readdir(path.dirname(folder))
    expect(around).not.toContain(canary)
    expect(existsSync(path.join(folder, canary))).toBe(false)
  })

  it('shows one at a time', async () => {
    await host.handlers['app.snapshot']({})
    const first = await look(makeBundle())
    await choose(makeBundle({ name: 'second' }), 'second.mcpb')
    expect((await shown())?.id).toBe(first.id)
    expect(host.events.some(({ name }) => name === 'notice.raised')).toBe(true)
  })

  it('installs what was shown, even if the file changes meanwhile', async () => {
    const view = await look(makeBundle())
    await writeFile(chosen, makeBundle({ name: 'other', version: '6.6.6' }))
    await install(view)
    const [id = ''] = await installedFolders()
    expect(await readFile(path.join(folder, 'bundles', id, 'files', 'manifest.json'), 'utf8')).toBe(
      view.manifest
    )
  })
})

function commandOf(command: string, args: readonly string[] = []): Record<string, unknown> {
  return { server: { ...nodeServer, mcp_config: { command, args } } }
}

function defaultOf(text: string): Record<string, unknown> {
  return { user_config: { a: { type: 'string', title: 'A', description: '', default: text } } }
}

/** The second file overlaps the bytes of the first one. */
function overlapping(): Uint8Array {
  const inner = { name: 'two', data: 'twice' }
  const bytes = localBytes(inner)
  const outer = { name: 'one', data: bytes, packed: bytes, method: 0 }
  return makeZip([outer, { ...inner, at: 30 + outer.name.length }, { name: 'manifest.json' }])
}
