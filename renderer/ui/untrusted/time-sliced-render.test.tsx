import { act, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** Tasks that the test starts. */
async function withTasks() {
  const port1: { onmessage: (() => void) | null } = { onmessage: null }
  let asked = 0
  class Channel {
    port1 = port1
    port2 = { postMessage: () => asked++ }
  }
  vi.stubGlobal('MessageChannel', Channel)
  // The window's own takes its channel when it is loaded.
  vi.resetModules()
  const { useDrawnCount } = await import('./time-sliced-render')
  const runTask = () => {
    if (asked === 0) return
    asked--
    port1.onmessage?.()
  }
  return { useDrawnCount, runTask, isAsked: () => asked > 0 }
}

/** Each piece takes the whole budget of a task. */
const dear = Array.from({ length: 4 }, () => 60_000)

test('draws what waits after a component that was removed in its turn', async () => {
  const { useDrawnCount, runTask, isAsked } = await withTasks()
  const Pieces = ({ name }: { readonly name: string }) => <p>{`${name} ${useDrawnCount(dear)}`}</p>
  const { rerender, container } = render([
    <Pieces key="first" name="first" />,
    <Pieces key="second" name="second" />
  ])
  act(() => {
    runTask()
    rerender([<Pieces key="second" name="second" />])
  })
  for (let tasks = 0; isAsked() && tasks < 20; tasks++) act(runTask)
  expect(container.textContent).toBe('second 4')
})
