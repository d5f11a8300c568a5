import { act, render } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'

afterEach(() => vi.unstubAllGlobals())

/** Tasks that come when the test says so. */
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

/** Each piece alone takes all that a task may. */
const dear = Array.from({ length: 4 }, () => 60_000)

test('what waits behind something that goes away in its turn is drawn to its end', async () => {
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
