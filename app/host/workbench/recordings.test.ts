import { expect, it, vi } from 'vitest'
import type { ServerView } from '../../contract/servers'
import { Recordings } from './recordings'

it('keeps no recording whose messages from before could not be read', async () => {
  const stop = vi.fn<() => void>()
  const recordings = new Recordings({
    mcp: {
      clients: { exportMessages: () => Promise.reject(new Error('lost')) },
      subscribe: () => stop
    } as never,
    findServer: () => ({ transport: 'stdio' }) as ServerView,
    version: '1',
    redact: (text) => text,
    saveFile: async () => null,
    publish: () => {},
    alert: () => {},
    now: () => 0,
    newId: () => 'r'
  })
  await expect(recordings.start('notes')).rejects.toThrow('lost')
  expect(recordings.list()).toEqual([])
  expect(stop).toHaveBeenCalledOnce()
})
