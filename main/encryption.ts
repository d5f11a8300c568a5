/**
 * The system's key store behind one asynchronous interface: Electron's newer functions if they exist, otherwise the
 * older.
 */
import { safeStorage } from 'electron'
import { supportsElectron33 } from '../app/base/older-electron'
import type { LocalizedText } from '../app/contract/localized-text'
import { say } from '../app/texts/render-localized'

export interface Encryption {
  /** Why there is no key store; null if there is one. */
  readonly unavailable: LocalizedText | null
  encrypt(text: string): Promise<Buffer>
  decrypt(data: Buffer): Promise<string>
}

/** To be called after the app is ready. */
export async function openEncryption(): Promise<Encryption> {
  const isAsynchronous =
    !supportsElectron33 ||
    typeof (safeStorage as Partial<typeof safeStorage>).encryptStringAsync === 'function'
  const unavailable = (await isAvailable(isAsynchronous)) ? null : say('vault.noKeyStore')
  if (isAsynchronous) {
    return {
      unavailable,
      encrypt: (text) => safeStorage.encryptStringAsync(text),
      decrypt: async (data) => (await safeStorage.decryptStringAsync(data)).result
    }
  }
  return {
    unavailable,
    encrypt: async (text) => safeStorage.encryptString(text),
    decrypt: async (data) => safeStorage.decryptString(data)
  }
}

async function isAvailable(isAsynchronous: boolean): Promise<boolean> {
  // With `basic_text` the key is a constant of Chromium's, which protects nothing.
  if (
    process.platform === 'linux' &&
    ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
  ) {
    return false
  }
  return isAsynchronous ? safeStorage.isAsyncEncryptionAvailable() : safeStorage.isEncryptionAvailable()
}
