import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { LocalizedText } from '../app/contract/localized-text'
import { quote, say } from '../app/texts/render-localized'
import { SecretRegistry, silentLogger } from '../app/base/logger'
import type { Encryption } from './encryption'
import { openVault } from './vault'

let folder: string
let file: string
let secrets: SecretRegistry

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-vault-'))
  file = path.join(folder, 'vault.json')
  secrets = new SecretRegistry()
})
afterEach(() => rm(folder, { recursive: true, force: true }))

/** Reverses the text. Refuses what another key has encrypted. */
function keyStore(key = 'k1', unavailable: LocalizedText | null = null): Encryption {
  return {
    unavailable,
    encrypt: async (text) => Buffer.from(key + [...text].reverse().join('')),
    decrypt: async (data) => {
      const text = String(data)
      if (!text.startsWith(key)) throw new Error('wrong key')
      return [...text.slice(key.length)].reverse().join('')
    }
  }
}

const open = (encryption: Encryption = keyStore()) =>
  openVault({ file, encryption, secrets, log: silentLogger, now: () => 77 })

describe('with a key store', () => {
  test('keeps secrets over a restart, encrypted and readable only by the user', async () => {
    const vault = await open()
    expect(vault).toMatchObject({ isPersistent: true, reason: null })
    await vault.write('anthropic', 'sk-first')
    await vault.write('anthropic', 'sk-second')
    await vault.write('notes-token', 'grüße')
    const text = await readFile(file, 'utf8')
    expect(text).not.toContain('sk-second')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const again = await open()
    expect(await again.read('anthropic')).toBe('sk-second')
    expect(await again.read('notes-token')).toBe('grüße')
    expect(await again.read('nothing')).toBeNull()
  })

  test('removes a secret permanently', async () => {
    const vault = await open()
    await vault.write('a', 'secret-a')
    await vault.write('b', 'secret-b')
    await vault.remove('a')
    expect(await vault.read('a')).toBeNull()
    const again = await open()
    expect(await again.read('a')).toBeNull()
    expect(await again.read('b')).toBe('secret-b')
  })

  test('applies all of many writes at once', async () => {
    const vault = await open()
    await Promise.all(Array.from({ length: 20 }, (_, index) => vault.write(`n${index}`, `secret-${index}`)))
    const again = await open()
    expect(await again.read('n0')).toBe('secret-0')
    expect(await again.read('n19')).toBe('secret-19')
  })

  test('gives every value to the redaction, stored and new', async () => {
    await (await open()).write('a', 'sk-stored-value')
    secrets = new SecretRegistry()
    const vault = await open()
    await vault.write('b', 'sk-new-value')
    expect(secrets.redact('sk-stored-value sk-new-value')).toBe('[secret] [secret]')
  })

  test("reports a folder that can't be written, and keeps the old value", async () => {
    const vault = await open()
    await vault.write('a', 'secret-old')
    await rm(folder, { recursive: true })
    await expect(vault.write('a', 'secret-new')).rejects.toMatchObject({ code: 'VAULT_WRITE_FAILED' })
    expect(await vault.read('a')).toBe('secret-old')
  })
})

describe('on a disk that is almost full', () => {
  afterEach(() => void vi.restoreAllMocks())

  test('never takes a partly written file as complete', async () => {
    const vault = await open()
    await vault.write('a', 'secret-old')
    const { write } = fs
    vi.spyOn(fs, 'write').mockImplementation(((descriptor: number, data: Buffer, ...rest: unknown[]) => {
      const [offset, length, ...more] = rest as [number, number]
      const half = typeof length === 'number' && length > 1 ? Math.floor(length / 2) : length
      return (write as Function)(descriptor, data, offset, half, ...more)
    }) as typeof fs.write)
    await vault.write('a', 'secret-new '.repeat(1_000))
    expect(await (await open()).read('a')).toBe('secret-new '.repeat(1_000))
  })

  test.each(['ENOSPC', 'EIO'])(
    '%s: is reported, leaves nothing behind, and keeps the old values',
    async (code) => {
      const vault = await open()
      await vault.write('a', 'secret-old')
      vi.spyOn(fs, 'write').mockImplementation(((...input: unknown[]) => {
        const done = input.at(-1) as (error: Error) => void
        process.nextTick(() => done(Object.assign(new Error(code), { code })))
      }) as typeof fs.write)
      await expect(vault.write('a', 'secret-new')).rejects.toMatchObject({ code: 'VAULT_WRITE_FAILED' })
      await expect(vault.remove('a')).rejects.toMatchObject({ code: 'VAULT_WRITE_FAILED' })
      vi.restoreAllMocks()
      expect(await readdir(folder)).toEqual(['vault.json'])
      expect(await (await open()).read('a')).toBe('secret-old')
      // The next attempt removes what couldn't be removed.
      await vault.remove('a')
      expect(await (await open()).read('a')).toBeNull()
    }
  )
})

describe('without a key store', () => {
  test('keeps secrets in memory, reports the reason, and creates no file', async () => {
    const vault = await open(keyStore('k1', quote('No key store here.')))
    expect(vault).toMatchObject({ isPersistent: false, reason: quote('No key store here.') })
    await vault.write('a', 'secret')
    expect(await vault.read('a')).toBe('secret')
    await vault.remove('a')
    expect(await vault.read('a')).toBeNull()
    expect(await readdir(folder)).toEqual([])
  })

  test('leaves an existing file unchanged', async () => {
    await (await open()).write('a', 'secret-a')
    const before = await readFile(file, 'utf8')
    const vault = await open(keyStore('k1', quote('No key store here.')))
    await vault.write('a', 'secret-new')
    await vault.remove('a')
    expect(await readFile(file, 'utf8')).toBe(before)
    expect(await (await open()).read('a')).toBe('secret-a')
  })
})

describe('an unusable file', () => {
  test.each(['', '{', '[]', '{"version":2,"secrets":{}}', '{"version":1,"secrets":{"a":7}}'])(
    '%j is kept, reported, and never overwritten',
    async (text) => {
      await writeFile(file, text)
      const vault = await open()
      expect(vault.isPersistent).toBe(false)
      expect(vault.reason).toEqual(say('vault.damaged', { file }))
      await vault.write('a', 'secret')
      expect(await vault.read('a')).toBe('secret')
      expect(await readFile(file, 'utf8')).toBe(text)
    }
  )

  test('is reported by name if it is encrypted with a lost key, and copied before a new secret is stored', async () => {
    await (await open()).write('a', 'secret-a')
    const before = await readFile(file, 'utf8')
    const vault = await open(keyStore('k2'))
    expect(vault.reason).toEqual(say('vault.notDecrypted', { names: ['a'] }))
    expect(await vault.read('a')).toBeNull()
    expect(await readFile(file, 'utf8')).toBe(before)
    await vault.write('a', 'secret-new')
    await vault.write('b', 'secret-b')
    expect(await readFile(`${file}.unreadable-77`, 'utf8')).toBe(before)
    expect((await readdir(folder)).sort()).toEqual(['vault.json', 'vault.json.unreadable-77'])
    expect(await (await open(keyStore('k2'))).read('a')).toBe('secret-new')
  })
})

/** Writes values one after the other in a loop, and prints how many are stored. */
const writer = `
  import { createServer } from 'vite'
  const [root, file] = process.argv.slice(1)
  const server = { middlewareMode: true, ws: false, watch: null }
  const vite = await createServer({ root, configFile: false, appType: 'custom', server, optimizeDeps: { noDiscovery: true } })
  const { openVault } = await vite.ssrLoadModule('/main/vault.ts')
  const none = () => {}
  const encryption = {
    unavailable: null,
    encrypt: async (text) => Buffer.from('k1' + [...text].reverse().join('')),
    decrypt: async (data) => [...String(data).slice(2)].reverse().join('')
  }
  const log = { warn: none, error: none }
  const vault = await openVault({ file, encryption, secrets: { add: none }, log, now: Date.now })
  await vault.write('other', 'secret-of-another')
  for (let count = 1; ; count += 1) {
    await vault.write('a', 'secret '.repeat(5000) + count)
    console.log(count)
  }
`

/** Kills the writer as soon as it has stored this many. Returns the last number that it printed. */
async function killAfter(stored: number): Promise<number> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer, root, file], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = once(child, 'exit')
  let last = 0
  for await (const line of createInterface({ input: child.stdout })) {
    last = Number(line)
    if (last === stored) child.kill('SIGKILL')
  }
  expect(await ended).toEqual([null, 'SIGKILL'])
  return last
}

describe('a process that is killed while it writes', () => {
  test.each([1, 7, 30])(
    'leaves a complete file with everything that was stored after %i values, and nothing else',
    async (stored) => {
      const last = await killAfter(stored)
      const vault = await open()
      expect(vault).toMatchObject({ isPersistent: true, reason: null })
      expect(await vault.read('other')).toBe('secret-of-another')
      // The pending write may have succeeded.
      expect([last, last + 1]).toContain(Number((await vault.read('a'))?.split(' ').at(-1)))
      expect(await readdir(folder)).toEqual(['vault.json'])
    },
    60_000
  )

  test('has its temporary file removed at the next start, and other files are kept', async () => {
    await (await open()).write('a', 'secret-a')
    await writeFile(`${file}.1234567`, '{"version":1,')
    await writeFile(`${file}.mine`, 'kept')
    expect(await (await open()).read('a')).toBe('secret-a')
    expect((await readdir(folder)).sort()).toEqual(['vault.json', 'vault.json.mine'])
  })
})

describe('simultaneous changes', () => {
  test('remove a secret that is being written', async () => {
    const vault = await open()
    await Promise.all([vault.write('a', 'secret-a'), vault.remove('a'), vault.write('b', 'secret-b')])
    expect(await vault.read('a')).toBeNull()
    const again = await open()
    expect(await again.read('a')).toBeNull()
    expect(await again.read('b')).toBe('secret-b')
  })
})
