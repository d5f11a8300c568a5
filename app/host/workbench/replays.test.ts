import { expect, it, vi } from 'vitest'
import { toEnglish } from '../../texts/render-localized'
import type { JsonObject } from '../../contract/json'
import { RecordedTools } from '../../workbench/recordings/recorded-tools'
import { readRecording } from '../../workbench/recordings/recording-file'
import { ReplayedServers } from './replayed-servers'
import { Replays } from './replays'

const toLines = (parts: readonly object[]) => parts.map((part) => `${JSON.stringify(part)}\n`).join('')

it('says why a conversation cannot be replayed from which secrets cannot be removed', async () => {
  const { 'replay.open': open } = new Replays({ record: async () => [] } as never).handlers()
  await expect(open({ conversationId: 'c' })).rejects.toThrow(/couldn't remove all secrets/)
})

it('removes the conversation of a run that has not ended before Parley quits', async () => {
  const ids = new Set(['run'])
  const conversations = {
    marks: { begin: () => 'run', setChoices: async () => {}, settled: () => new Promise(() => {}) },
    list: () => [...ids].map((id) => ({ id })),
    send: vi.fn(),
    delete: async () => void ids.delete('run')
  }
  const replays = new Replays({
    conversations,
    consent: { userBegan: () => {} },
    recordedModels: { play: () => () => {} },
    replayedServers: new ReplayedServers(),
    record: async () => [
      toLines([
        { parleyRecording: 1, of: 'conversation' },
        { type: 'turn', at: 0, text: 'Hi' }
      ])
    ],
    flushLedger: async () => {},
    newId: () => 'replay'
  } as never)
  const { 'replay.open': open, 'replay.run': run } = replays.handlers()
  await open({ conversationId: 'c' })
  void run({ replayId: 'replay', model: null, servers: {}, description: null })
  await vi.waitFor(() => expect(conversations.send).toHaveBeenCalled())
  await replays.dispose()
  expect([...ids]).toEqual([])
})

it('begins no run after Parley began to quit', async () => {
  const begin = vi.fn()
  const replays = new Replays({
    conversations: { marks: { begin }, list: () => [] },
    record: async () => [toLines([{ parleyRecording: 1, of: 'conversation' }])],
    newId: () => 'replay'
  } as never)
  const { 'replay.open': open, 'replay.run': run } = replays.handlers()
  await open({ conversationId: 'c' })
  await replays.dispose()
  const running = run({ replayId: 'replay', model: null, servers: {}, description: null })
  await expect(running).rejects.toMatchObject({ code: 'TOOL_CANCELLED' })
  expect(begin).not.toHaveBeenCalled()
})

it.each<JsonObject>([{}, { error: null }, { result: null }, { error: [] }])(
  'fails a call with a sentence if its recorded answer is %j',
  async (answer) => {
    const call = { callId: 'c', server: 'notes', tool: 'find', name: 'notes__find', arguments: {} }
    const recording = readRecording(
      toLines([
        { parleyRecording: 1, of: 'conversation', servers: [{ name: 'notes' }] },
        { type: 'reply', at: 0, text: '', calls: [call] },
        { type: 'result', at: 0, callId: 'c', server: 'notes', answer }
      ])
    )
    if (recording === null) throw new Error('no recording')
    const replayed = new ReplayedServers()
    const recorded = new RecordedTools(recording, 'notes')
    const servers = [{ recordedName: 'notes', answeredBy: { type: 'recording', recorded } }] as const
    replayed.play('c', { servers, modelNames: new Map(), description: null })
    const { callTool } = replayed.replaceIn({ callTool: vi.fn() } as never, 'c') as never as {
      callTool: (call: object) => Promise<{ failure: { said: Parameters<typeof toEnglish>[0] } }>
    }
    const { failure } = await callTool({ serverName: 'notes', toolName: 'find', arguments: {} })
    expect(toEnglish(failure.said)).toBe('The recorded answer of find has neither a result nor an error.')
  }
)
