import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLogger, SecretRegistry } from '../../app/base/logger'
import { createUpdateCheck } from './updates'

const electron = vi.hoisted(() => ({ app: { isPackaged: true, getPath: (): string => '' }, dialog: {} }))
vi.mock('electron', () => electron)
vi.mock('../../app/contract/product', () => ({
  isPlaceholder: () => false,
  product: { updates: 'http://127.0.0.1:1', updateKey: '' }
}))

let folder: string

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'updates-'))
  electron.app.getPath = () => folder
  mkdirSync(path.join(folder, 'updates', 'pending'), { recursive: true })
  writeFileSync(path.join(folder, 'updates', 'pending', 'parley.deb'), 'installed before')
  writeFileSync(path.join(folder, 'settings.json'), '{}')
})

afterEach(() => {
  electron.app.isPackaged = true
  rmSync(folder, { recursive: true, force: true })
})

const start = () =>
  createUpdateCheck(
    async () => null,
    createLogger(() => {}, { secrets: new SecretRegistry(), now: Date.now })
  )

test('removes at the start what was downloaded before, and nothing else', async () => {
  expect(start()).not.toBeNull()
  await vi.waitFor(() => expect(existsSync(path.join(folder, 'updates'))).toBe(false))
  expect(existsSync(path.join(folder, 'settings.json'))).toBe(true)
})

test('has no updates outside of a package', () => {
  electron.app.isPackaged = false
  expect(start()).toBeNull()
})
