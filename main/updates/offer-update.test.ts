import { expect, test, vi } from 'vitest'
import { toText, say } from '../../app/texts/render-localized'
import { offerUpdate } from './offer-update'
import { UnsignedFeedError } from './signed-provider'

function setUp({ version = '1.0.1' as string | null, answers = [true, true] } = {}) {
  const feed = {
    check: vi.fn(async () => version),
    download: vi.fn(async () => {}),
    install: vi.fn()
  }
  const told: string[] = []
  const options = {
    feed: async () => feed,
    refusal: async () => null,
    ask: async () => answers.shift() ?? false,
    tell: async (text: Parameters<typeof toText>[0]) => void told.push(toText(text))
  }
  return { feed, told, options }
}

test('downloads and installs after an approval of each step', async () => {
  const { feed, options } = setUp()
  await offerUpdate(options)
  expect(feed.install).toHaveBeenCalledOnce()
})

test.each([
  [[false], 0],
  [[true, false], 1]
])('stops after a no (%j)', async (answers, downloads) => {
  const { feed, options } = setUp({ answers })
  await offerUpdate(options)
  expect(feed.download).toHaveBeenCalledTimes(downloads)
  expect(feed.install).not.toHaveBeenCalled()
})

test('does not contact the feed where a policy turns updates off', async () => {
  const { feed, told, options } = setUp()
  const refusal = async () => say('updates.forbidden', { file: '/etc/parley/policy.json' })
  await offerUpdate({ ...options, refusal })
  expect(feed.check).not.toHaveBeenCalled()
  expect(told).toEqual([expect.stringContaining('/etc/parley/policy.json')])
})

test('does not install where a policy came meanwhile', async () => {
  const { feed, options } = setUp()
  const refusal = vi.fn(async () =>
    feed.download.mock.calls.length === 0 ? null : say('updates.forbidden', { file: 'a' })
  )
  await offerUpdate({ ...options, refusal })
  expect(feed.install).not.toHaveBeenCalled()
})

test('says what happened when there is no update, or a bad one', async () => {
  const { told, options, feed } = setUp({ version: null })
  await offerUpdate(options)
  feed.check.mockRejectedValueOnce(new UnsignedFeedError())
  await offerUpdate(options)
  feed.check.mockRejectedValueOnce(new Error('ECONNREFUSED'))
  await offerUpdate(options)
  expect(told).toEqual([
    expect.stringContaining('newest version'),
    expect.stringContaining("hasn't signed"),
    expect.stringContaining('ECONNREFUSED')
  ])
})
