import { expect, test } from 'vitest'
import { createFollowedResources } from './followed-resources'

test('subscribes once, notifies, and unsubscribes; ends the oldest of more than twenty', () => {
  const watched = new Map<string, () => void>()
  const told: string[] = []
  const followed = createFollowedResources(
    {
      watchResource: (_server, uri, onUpdate) => {
        expect(watched.has(uri)).toBe(false)
        watched.set(uri, onUpdate)
        return () => void watched.delete(uri)
      }
    },
    ({ uri }) => told.push(uri)
  )
  const follow = (uri: string, isFollowed = true) => followed.follow({ serverName: 'a', uri, isFollowed })
  follow('memo://0')
  follow('memo://0')
  watched.get('memo://0')?.()
  expect(told).toEqual(['memo://0'])
  follow('memo://0', false)
  expect(watched.size).toBe(0)
  for (let number = 1; number <= 21; number++) follow(`memo://${number}`)
  expect(watched.size).toBe(20)
  expect(watched.has('memo://1')).toBe(false)
})
