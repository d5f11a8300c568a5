/**
 * Secrets in `vault.json`, each encrypted by the system's key store. Without a key store, or with an unusable file,
 * they are kept in memory only, and the reason is reported. An unusable file is never overwritten.
 */
import { constants } from 'node:fs'
import { copyFile, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import pLimit from 'p-limit'
import { z } from 'zod'
import type { LocalizedText } from '../app/contract/localized-text'
import { say, toEnglish } from '../app/texts/render-localized'
import { HostError } from '../app/base/host-error'
import type { Logger, SecretRegistry } from '../app/base/logger'
import { writeWholeFile } from '../app/base/write-whole-file'
import type { SecretStore } from '../app/host/areas/host-ports'
import type { Encryption } from './encryption'

const vaultFile = z.strictObject({ version: z.literal(1), secrets: z.record(z.string(), z.base64()) })

export interface VaultOptions {
  readonly file: string
  readonly encryption: Encryption
  readonly secrets: SecretRegistry
  readonly log: Logger
  readonly now: () => number
}

interface Content {
  /** Values by name. */
  readonly values: Map<string, string>
  /** The content of the file, base64 by name. */
  readonly encrypted: Map<string, string>
  /** Why the file must not be changed. */
  readonly problem: LocalizedText | null
  /** Names whose values the system couldn't decrypt. */
  readonly unreadable: readonly string[]
}

export async function openVault(options: VaultOptions): Promise<SecretStore> {
  const { file, encryption, secrets, log, now } = options
  const { values, encrypted, problem, unreadable } = await readVault(options)
  const memoryOnly = encryption.unavailable ?? problem
  for (const value of values.values()) secrets.add(value)
  const report = (error: unknown) => log.warn('a temporary file could not be removed', { error })
  if (memoryOnly === null) await removeLeftovers(file).catch(report)
  if (memoryOnly !== null) log.warn('secrets are kept in memory only', { reason: toEnglish(memoryOnly) })
  if (unreadable.length > 0) log.error('stored secrets could not be decrypted', { names: unreadable })

  // One change at a time: each writes the whole file.
  const inOrder = pLimit(1)
  let keepsCopy = unreadable.length > 0
  const save = async (): Promise<void> => {
    if (keepsCopy) await copyFile(file, `${file}.unreadable-${now()}`, constants.COPYFILE_EXCL)
    keepsCopy = false
    const content = { version: 1, secrets: Object.fromEntries(encrypted) }
    await writeWholeFile(file, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 })
  }
  return {
    isPersistent: memoryOnly === null,
    reason: memoryOnly ?? describeUnreadable(unreadable),
    read: async (name) => values.get(name) ?? null,
    write: async (name, value) => {
      secrets.add(value)
      await orFail(() =>
        inOrder(async () => {
          if (memoryOnly === null) await change(name, (await encryption.encrypt(value)).toString('base64'))
          values.set(name, value)
        })
      )
    },
    remove: async (name) => {
      await orFail(() =>
        inOrder(async () => {
          values.delete(name)
          if (memoryOnly === null && encrypted.has(name)) await change(name, null)
        })
      )
    }
  }

  /** Null: removed. A failed write has no effect: the next change tries again. */
  async function change(name: string, next: string | null): Promise<void> {
    const before = encrypted.get(name) ?? null
    put(name, next)
    try {
      await save()
    } catch (error) {
      put(name, before)
      throw error
    }
  }

  function put(name: string, text: string | null): void {
    if (text === null) encrypted.delete(name)
    else encrypted.set(name, text)
  }
}

/** Of an interrupted write. Otherwise it would keep secrets that are removed from the vault later. */
async function removeLeftovers(file: string): Promise<void> {
  const { dir, base } = path.parse(file)
  const isLeftover = (name: string) =>
    name.startsWith(`${base}.`) && /^\d+$/.test(name.slice(base.length + 1))
  for (const name of (await readdir(dir)).filter(isLeftover)) await rm(path.join(dir, name), { force: true })
}

async function orFail(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (cause) {
    throw new HostError('VAULT_WRITE_FAILED', say('vault.notStored'), { cause })
  }
}

async function readVault({ file, encryption }: VaultOptions): Promise<Content> {
  const nothing = { values: new Map(), encrypted: new Map(), unreadable: [], problem: null }
  // Without a key store nothing can be decrypted, and trying would only fail.
  if (encryption.unavailable !== null) return nothing
  const text = await readText(file)
  if (text === null) return nothing
  const parsed = parseVault(text)
  if (parsed === null) {
    return { ...nothing, problem: say('vault.damaged', { file }) }
  }
  return { ...(await decryptAll(parsed, encryption)), problem: null }
}

async function decryptAll(secrets: Readonly<Record<string, string>>, encryption: Encryption) {
  const encrypted = new Map(Object.entries(secrets))
  const values = new Map<string, string>()
  const unreadable: string[] = []
  for (const [name, base64] of encrypted) {
    try {
      values.set(name, await encryption.decrypt(Buffer.from(base64, 'base64')))
    } catch {
      unreadable.push(name) // the caller reports all of them at once
    }
  }
  return { values, encrypted, unreadable }
}

/** Null if there is no file; an unreadable one counts as damaged. */
async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8')
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? null : ''
  }
}

function parseVault(text: string): Readonly<Record<string, string>> | null {
  try {
    return vaultFile.parse(JSON.parse(text)).secrets
  } catch {
    return null // the caller says what that means
  }
}

function describeUnreadable(names: readonly string[]): LocalizedText | null {
  return names.length === 0 ? null : say('vault.notDecrypted', { names })
}
