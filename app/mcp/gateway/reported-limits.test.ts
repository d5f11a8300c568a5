import { expect, it } from 'vitest'
import type { ReportedLimit } from '../../contract/consent/file-activity'
import { createReportedLimits } from './reported-limits'

const slowed: ReportedLimit = { limit: 'processor', allowed: 20, course: 'slowed' }
const ended: ReportedLimit = { limit: 'memory', allowed: 64, course: 'ended' }

it('reports slowing once and then once for each call, and every end', () => {
  let running: string[] = []
  const told: unknown[] = []
  const hear = createReportedLimits({
    serverName: 'hands',
    callIds: () => running,
    events: { limitExceeded: ({ course, callIds, isFirst }) => told.push([course, callIds, isFirst]) }
  })
  const hearTwice = (...calls: string[]) => {
    running = calls
    hear(slowed)
    hear(slowed)
  }
  hearTwice()
  hearTwice('a')
  hearTwice('a', 'b')
  hearTwice('b')
  hearTwice()
  hearTwice('c')
  hear(ended)
  expect(told).toEqual([
    ['slowed', [], true],
    ['slowed', ['a'], false],
    ['slowed', ['a', 'b'], false],
    ['slowed', ['c'], false],
    ['ended', ['c'], true]
  ])
})
