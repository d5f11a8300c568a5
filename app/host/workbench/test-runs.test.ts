import { expect, it, vi } from 'vitest'
import { TestRuns } from './test-runs'

const text = 'tests:\n  - name: reads\n    read: note://1\n'

function openRuns() {
  const begin = vi.fn(() => {
    throw new Error('a run began')
  })
  const runs = new TestRuns({
    ports: { dataFolder: '/nowhere', testSchemaFile: '', newId: () => 'run', now: () => 0 },
    areas: {
      conversations: { marks: { begin }, list: () => [] },
      models: { view: () => ({ defaultModel: 'a/b', providers: [] }) },
      servers: { list: () => [] }
    },
    publish: () => {}
  } as never)
  const input = { serverName: 'notes', text, names: null, serverNames: ['notes'], models: [] }
  return { runs, begin, run: async () => await runs.handlers()['test.run'](input) }
}

it('begins no run if Parley quits while the file is read', async () => {
  const { runs, begin, run } = openRuns()
  const running = run()
  await runs.dispose()
  await expect(running).rejects.toMatchObject({ code: 'TOOL_CANCELLED' })
  expect(begin).not.toHaveBeenCalled()
})

it('begins one run of a server if two are requested at once', async () => {
  const { begin, run } = openRuns()
  begin.mockImplementation(() => new Promise(() => {}) as never)
  void run().catch(() => {})
  await expect(run()).rejects.toMatchObject({ code: 'CONVERSATION_BUSY' })
  expect(begin).toHaveBeenCalledOnce()
})
