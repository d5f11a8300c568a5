/** The log of a server that writes more than anybody could read. */
import { expect, it } from 'vitest'
import type { ServerLogLine } from '../../contract/servers'
import { createServerLog } from './server-log'

let at = 0
function watchLog() {
  const written: ServerLogLine[] = []
  const log = createServerLog(
    (line) => written.push(line),
    () => at
  )
  return { written, log }
}

it('LOG-07: writes each line with its time, source and level', () => {
  at = 1_000
  const { written, log } = watchLog()
  log('stderr', 'info', 'one')
  at = 2_000
  log('log', 'error', 'two')
  expect(written).toEqual([
    { at: 1_000, source: 'stderr', level: 'info', text: 'one' },
    { at: 2_000, source: 'log', level: 'error', text: 'two' }
  ])
})

it('LOG-07 SEC-20: takes two thousand lines at once, then two hundred a second, and says how many it left out', () => {
  at = 0
  const { written, log } = watchLog()
  for (let count = 0; count < 2_500; count += 1) log('stderr', 'info', 'again')
  expect(written).toHaveLength(2_000)
  at = 100
  log('stderr', 'info', 'later')
  expect(written.slice(2_000)).toEqual([
    { at: 100, source: 'life', level: 'warning', text: '500 lines left out: too many at once.' },
    { at: 100, source: 'stderr', level: 'info', text: 'later' }
  ])
  for (let count = 0; count < 100; count += 1) log('stderr', 'info', 'again')
  expect(written.slice(2_002)).toHaveLength(19)
})

it('LOG-07: says nothing of lines left out where none was, and says it once', () => {
  at = 0
  const { written, log } = watchLog()
  for (let count = 0; count < 2_001; count += 1) log('stderr', 'info', 'again')
  at = 1_000
  for (let count = 0; count < 3; count += 1) log('stderr', 'info', 'calm')
  expect(written.filter(({ source }) => source === 'life')).toHaveLength(1)
})

it('LOG-07: cuts a line at 8,192 characters and marks that', () => {
  const { written, log } = watchLog()
  log('stderr', 'info', 'x'.repeat(8_192))
  log('stderr', 'info', `${'x'.repeat(8_192)}y`)
  expect(written.map(({ text }) => text)).toEqual(['x'.repeat(8_192), `${'x'.repeat(8_192)}…`])
})
