/** Conversations into files, over a real history and a scripted model. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { openHost, type OpenHost } from '../testing/open-host'
import { createScriptedModel, type ScriptedModel } from '../testing/scripted-model/scripted-model'

const soon = { timeout: 20_000, interval: 20 }

let folder: string
let model: ScriptedModel
let host: OpenHost

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'parley-archives-'))
  model = await createScriptedModel({ script: (_request, index) => ({ text: `answer ${index + 1}` }) })
  host = await openHost({
    folder,
    environment: { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: model.baseUrl }
  })
  void host.start()
  await host.handlers['app.snapshot']({})
})

afterEach(async () => {
  await host.dispose()
  await model.close()
  await rm(folder, { recursive: true, force: true })
})

async function converse(text: string): Promise<string> {
  const { id: conversationId } = await host.handlers['conversation.create']({})
  await host.handlers['conversation.send']({
    ...{ conversationId, text, toolRequest: null, resources: [], prompt: null }
  })
  await vi.waitFor(async () => {
    const { conversations } = await host.handlers['app.snapshot']({})
    expect(conversations.find(({ id }) => id === conversationId)?.isRunning).toBe(false)
  }, soon)
  return conversationId
}

const saved = (name: string) => new TextDecoder().decode(host.savedFiles.get(name))

it('saves one under its title and several in one file', async () => {
  const first = await converse('Plan *the* trip')
  const second = await converse('What is new?')
  expect((await host.handlers['archive.to-markdown']({ conversationId: first })).text).toMatch(
    /^# Plan \\\*the\\\* trip\n\n## You\n\nPlan \*the\* trip\n\n## Assistant \([^)]+\)\n\nanswer 1\n$/
  )
  const { path: place } = await host.handlers['archive.export']({ conversationIds: [first], format: 'html' })
  expect(place).toBe(path.join(folder, 'Plan _the_ trip.html'))
  expect(saved('Plan _the_ trip.html')).toContain('<p>Plan <em>the</em> trip</p>')
  await host.handlers['archive.export']({ conversationIds: [second, first], format: 'json' })
  const name = [...host.savedFiles.keys()].at(-1) ?? ''
  expect(name).toMatch(/^Conversations \d{4}-\d\d-\d\d\.json$/)
  const { conversations } = JSON.parse(saved(name))
  expect(conversations.map(({ id }: { id: string }) => id)).toEqual([second, first])
})

it('says so where a conversation is gone', async () => {
  const gone = host.handlers['archive.export']({ conversationIds: ['gone'], format: 'json' })
  await expect(gone).rejects.toMatchObject({ code: 'CONVERSATION_UNKNOWN' })
  expect(host.savedFiles.size).toBe(0)
})
