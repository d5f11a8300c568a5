/** Which match is current while the user types. */
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleAnswer, sampleShownMessage } from '../../testing/sample-messages'
import { find } from './find-view-store'
import { useMatches } from './use-matches'

afterEach(() => act(find.close))

test('stays near where typing began when more letters are typed', async () => {
  const bridge = installFakeBridge({
    handlers: {
      'conversation.find': () => [
        { messageId: 'm1', count: 1 },
        { messageId: 'm2', count: 1 }
      ]
    }
  })
  let inSight = 'm2'
  const messages = [sampleShownMessage(), sampleAnswer()]
  const { result } = renderHook(() => useMatches('c1', messages, () => inSight))
  act(find.open)
  act(() => find.setWords('t'))
  await waitFor(() => expect(result.current).toMatchObject({ count: 2, position: 1 }))
  inSight = 'm1'
  act(() => find.setWords('te'))
  await waitFor(() => expect(bridge.inputsOf('conversation.find')).toHaveLength(2))
  await waitFor(() => expect(result.current.isReading).toBe(false))
  expect(result.current.position).toBe(1)
  act(() => find.setWords(''))
  act(() => find.setWords('tea'))
  await waitFor(() => expect(result.current).toMatchObject({ count: 2, position: 0 }))
})
