import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createLogger, SecretRegistry, type LogRecord } from '../../base/logger'
import { BundleFolders } from '../folder/installed'
import { Bundles } from './bundles'

it("logs why the folder of a removed bundle can't be deleted", async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'parley-bundles-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const busy = vi.spyOn(BundleFolders.prototype, 'sweep').mockRejectedValue(new Error('EBUSY: in use'))
  onTestFinished(() => busy.mockRestore())
  const logged: LogRecord[] = []
  const log = createLogger((record) => void logged.push(record), {
    secrets: new SecretRegistry(),
    now: Date.now
  })
  const bundles = new Bundles({
    dataFolder: folder,
    settingsFile: path.join(folder, 'settings.json'),
    platform: 'linux',
    home: folder,
    servers: () => [],
    isStored: async () => false,
    warningsOf: async () => [],
    newId: () => 'id',
    log
  })
  await bundles.sweep('{}')
  expect(logged.map(({ level }) => level)).toEqual(['warn'])
  expect(JSON.stringify(logged[0]?.fields)).toContain('EBUSY: in use')
})
