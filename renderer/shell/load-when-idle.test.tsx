import { Suspense } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { show } from '../testing/show'
import { idlePart, listIdleParts } from '../ui/controls/late-part'
import { loadWhenIdle } from './load-when-idle'

afterEach(() => vi.unstubAllGlobals())

function stubIdle() {
  const idle: (() => void)[] = []
  const request = vi.fn((work: () => void) => idle.push(work))
  vi.stubGlobal('requestIdleCallback', request)
  const runNext = async () => {
    await vi.waitFor(() => expect(idle).toHaveLength(1))
    idle.pop()?.()
  }
  return { request, runNext }
}

it('loads one part after the other, also after one that fails, and also in a busy page', async () => {
  const { request, runNext } = stubIdle()
  const loaded: string[] = []
  const part = (name: string) => ({ load: async () => void loaded.push(name) })
  const failing = { load: () => Promise.reject(new Error('no file')) }
  loadWhenIdle([part('questions'), failing, part('settings')])
  expect(loaded).toEqual([])
  for (let turns = 0; turns < 3; turns += 1) await runNext()
  expect(loaded).toEqual(['questions', 'settings'])
  expect(request).toHaveBeenLastCalledWith(expect.any(Function), { timeout: 2_000 })
})

it('loads questions first, so that their first use draws them at once', async () => {
  const { runNext } = stubIdle()
  idlePart('settings', async () => () => null)
  const Questions = idlePart('questions', async () => () => <p>Allow?</p>)
  const [first] = listIdleParts()
  const load = vi.spyOn(Questions, 'load')
  loadWhenIdle(first === undefined ? [] : [first])
  await runNext()
  await load.mock.results[0]?.value
  show(
    <Suspense fallback="…">
      <Questions />
    </Suspense>
  )
  expect(document.body.textContent).toBe('Allow?')
})
