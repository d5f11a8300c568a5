import { afterEach, expect, it, vi } from 'vitest'
import { loadWhenIdle } from './load-when-idle'

afterEach(() => vi.unstubAllGlobals())

it('loads one part after the other, also after one that fails', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  const loaded: string[] = []
  const part = (name: string) => async () => void loaded.push(name)
  loadWhenIdle([part('questions'), () => Promise.reject(new Error('no file')), part('settings')])
  expect(loaded).toEqual([])
  for (let turns = 0; turns < 3; turns += 1) {
    await vi.waitFor(() => expect(idle).toHaveLength(1))
    idle.pop()?.()
  }
  expect(loaded).toEqual(['questions', 'settings'])
})
