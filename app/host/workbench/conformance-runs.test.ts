import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createEmitter } from '../../base/emitter'
import { HostError } from '../../base/host-error'
import { SecretRegistry, silentLogger } from '../../base/logger'
import { createServerFileNames } from '../../base/server-file-names'
import type { ConformanceRun } from '../../contract/workbench/conformance'
import { soon } from '../../testing/soon'
import { say, toEnglish } from '../../texts/render-localized'
import { ConformanceRuns, type ConformanceRunsOptions } from './conformance-runs'

const inspectProgram = vi.fn()
const openBridge = vi.fn()
const removals = createEmitter<string>()
let folder: string
let steps: string[]
let published: ConformanceRun[]
let address: string
let runs: ConformanceRuns

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-runs-'))
  steps = []
  published = []
  address = 'node notes.js'
  inspectProgram.mockReset().mockRejectedValue(new Error('No npx'))
  openBridge.mockReset().mockImplementation(async () => {
    steps.push('open')
    const close = async () => {
      await Promise.resolve()
      steps.push('closed')
    }
    return { url: 'http://127.0.0.1:1/secret/mcp', close }
  })
  const secretRegistry = new SecretRegistry()
  secretRegistry.add('long-secret-value')
  runs = new ConformanceRuns({
    ports: {
      ...{ dataFolder: folder, environment: {}, now: () => 1, log: silentLogger, secretRegistry },
      mcp: { clients: { inspectProgram } },
      saveFile: async () => null
    },
    servers: {
      list: () => [
        { name: 'notes', state: 'connected', address, protocolVersion: null, usedTransport: null }
      ],
      openBridge,
      start: async () => void steps.push('start'),
      stop: async () => void steps.push('stop'),
      onRemoved: removals.on
    },
    findDefinition: () => ({ transport: 'stdio' }),
    isSignedIn: () => false,
    keepsRuns: true,
    publish: (run: ConformanceRun) => published.push(run)
  } as unknown as ConformanceRunsOptions)
})

afterEach(async () => {
  await runs.dispose()
  await rm(folder, { recursive: true })
})

const asked = { serverName: 'notes', scenario: null, road: 'process', address: 'node notes.js' } as const
const run = () => runs.handlers()['conformance.run'](asked)
const file = () => path.join(folder, 'tests', createServerFileNames('.conformance.json')('notes'))

async function keepResult(): Promise<void> {
  await mkdir(path.dirname(file()))
  await writeFile(file(), '{}')
}

describe('a run of the conformance suite', () => {
  it('is refused if the server is no longer what the question named', async () => {
    address = 'node other.js'
    await expect(run()).rejects.toMatchObject({ code: 'COMMAND_LINE_INVALID' })
    expect(steps).toEqual([])
  })

  it('starts the own connection again only when no other process of the server is left', async () => {
    await expect(run()).rejects.toMatchObject({ code: 'SERVER_COMMAND_NOT_FOUND' })
    expect(steps).toEqual(['stop', 'open', 'closed', 'start'])
  })

  it('fails without secrets', async () => {
    const output = say('conformance.nothing', { output: 'It said long-secret-value' })
    openBridge.mockRejectedValue(new HostError('TOOL_ERROR', output))
    const error: unknown = await Promise.resolve(run()).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'TOOL_ERROR' })
    expect(String(error)).not.toContain('long-secret-value')
    expect(toEnglish(published.at(-1)!.failure!)).not.toContain('long-secret-value')
    expect(steps).toEqual(['stop', 'start'])
  })

  it('keeps the earlier results if it is stopped before the first, and starts nothing while Parley quits', async () => {
    await keepResult()
    let find = (_found: object): void => {}
    inspectProgram.mockReturnValue(new Promise((resolve) => (find = resolve)))
    const over = Promise.resolve(run())
    await vi.waitFor(() => expect(inspectProgram).toHaveBeenCalled(), soon)
    const disposed = runs.dispose()
    find({ files: [{ role: 'program', path: '/npx' }], packages: [] })
    await disposed
    expect((await over).scenarios).toEqual([])
    expect(steps).toEqual(['stop', 'open', 'closed'])
    expect(await readFile(file(), 'utf8')).toBe('{}')
  })

  it('is forgotten with its server', async () => {
    await keepResult()
    removals.emit('notes')
    await vi.waitFor(async () => expect(await readdir(path.dirname(file()))).toEqual([]), soon)
  })
})
