/** A server is recorded, saved without secrets, and played as a server, through the whole core. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { RecordingView } from '../../../contract/workbench/recordings'
import { openHost, type OpenTestHost } from '../../../testing/open-host'
import { soon } from '../../../testing/soon'
import { readRecording } from '../../../workbench/recordings/recording-file'

const module = '../../../../node_modules/@modelcontextprotocol/server-everything/dist/index.js'
const everything = fileURLToPath(new URL(module, import.meta.url))
const key = 'madeUpForTests0123456789'

let folder: string
let host: OpenTestHost
const saved = () => path.join(folder, 'everything.parleyrec')

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-recordings-'))
  const entry = { command: process.execPath, args: [everything], env: { KEY: '${secret:key}' } }
  await writeFile(path.join(folder, 'settings.json'), JSON.stringify({ mcpServers: { everything: entry } }))
  host = await openHost({ folder, chooseFile: async () => saved() })
  host.secrets.set('key', key)
  void host.start()
  await connected('everything')
})
afterEach(async () => {
  await host.dispose()
  await rm(folder, { recursive: true, force: true })
})

async function connected(serverName: string): Promise<void> {
  await vi.waitFor(async () => {
    const question = host.question()
    if (question?.type === 'server-trust')
      await host.handlers['consent.answer']({
        questionId: question.id,
        answer: { type: 'server-trust', decision: 'trust' }
      })
    const { servers } = await host.handlers['app.snapshot']({})
    expect(servers.find(({ name }) => name === serverName)?.state).toBe('connected')
  }, soon)
}

async function recordings(): Promise<readonly RecordingView[]> {
  return (await host.handlers['app.snapshot']({})).recordings ?? []
}

const ask = (serverName: string, city: string) =>
  host.handlers['prompt.get']({ serverName, name: 'args-prompt', arguments: { city } })

it('records from the handshake on, removes secrets, and plays the saved file as a server', async () => {
  await host.handlers['recording.start']({ serverName: 'everything' })
  const [{ recordingId } = { recordingId: '' }] = await recordings()
  const prompt = await ask('everything', 'Rome')
  await ask('everything', key)
  await host.handlers['recording.stop']({ recordingId })
  await ask('everything', 'Timbuktu')
  const [facts] = await recordings()
  expect(facts).toMatchObject({ title: 'everything', state: 'stopped', removedSecrets: 2, leftOut: 0 })
  const { lines, lineCount } = await host.handlers['recording.read']({ recordingId, from: 0 })
  expect(lineCount).toBe((facts?.messageCount ?? 0) + 1)
  expect(lines.join('\n')).toContain('Rome')

  expect(await host.handlers['recording.save']({ recordingId })).toEqual({ path: saved() })
  expect(await recordings()).toEqual([])
  const text = new TextDecoder().decode(host.savedFiles.get('everything.parleyrec'))
  expect(text).not.toContain(key)
  expect(text).not.toContain('Timbuktu')
  const recording = readRecording(text)
  expect(recording?.header.servers).toMatchObject([
    { name: 'everything', revision: '2025-11-25', info: { name: 'mcp-servers/everything' } }
  ])
  const methods = recording?.entries.map((entry) => entry.type === 'message' && entry.message?.['method'])
  expect(methods).toEqual(expect.arrayContaining(['initialize', 'tools/list', 'prompts/get']))

  await writeFile(saved(), text)
  expect(await host.handlers['recording.add']({})).toEqual({ serverName: 'everything-recording' })
  await connected('everything-recording')
  expect(await ask('everything-recording', 'Rome')).toEqual(prompt)
  await expect(ask('everything-recording', 'Paris')).rejects.toMatchObject({
    code: 'TOOL_ERROR',
    message: expect.stringContaining('The recording has no answer to prompts/get') as string
  })
})

it('adds no file that is not a recording', async () => {
  await writeFile(saved(), '{}')
  await expect(host.handlers['recording.add']({})).rejects.toMatchObject({ code: 'RECORDING_INVALID' })
})

it('adds a dropped recording only after the user approves it in its dialog', async () => {
  const header = { parleyRecording: 1, title: 'notes', servers: [{ name: 'notes' }] }
  await writeFile(saved(), `${JSON.stringify(header)}\n`)
  const names = async () => (await host.handlers['app.snapshot']({})).servers.map(({ name }) => name)
  await host.handlers['app.drop-folders']({ paths: [saved()] })
  await vi.waitFor(async () => {
    expect(await host.handlers['adding.read']({})).toMatchObject({ type: 'recording', file: saved() })
  }, soon)
  expect(await names()).toEqual(['everything'])
  await expect(host.handlers['adding.add-recording']({ id: 'other' })).rejects.toMatchObject({
    code: 'RECORDING_INVALID'
  })
  const shown = await host.handlers['adding.read']({})
  const added = await host.handlers['adding.add-recording']({ id: shown?.id ?? '' })
  expect(added).toEqual({ serverName: 'notes-recording' })
  expect(await names()).toEqual(['everything', 'notes-recording'])
  expect(await host.handlers['adding.read']({})).toBeNull()
})
