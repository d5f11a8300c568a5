import { expect, test } from 'vitest'
import type { ServerLogLine } from '../../contract/servers'
import { createServerLogReader } from './server-log-reader'

const line = (text: string): ServerLogLine => ({ at: 1, source: 'stderr', level: 'info', text })

test('LOG-06 LOG-07: keeps the last thousand lines of a flood and forwards all', () => {
  const forwarded: ServerLogLine[] = []
  const log = createServerLogReader(
    (text) => text,
    (each) => forwarded.push(each)
  )
  for (let index = 0; index < 4_500; index += 1) log.add(line(`line ${index}`))
  expect(log.lines()).toHaveLength(1_000)
  expect(log.lines()[0]?.text).toBe('line 3500')
  expect(forwarded).toHaveLength(4_500)
})

test('LOG-07: removes secrets from the kept lines and the file', () => {
  const forwarded: string[] = []
  const log = createServerLogReader(
    (text) => text.replace('hunter2', '[secret]'),
    ({ text }) => forwarded.push(text)
  )
  log.add(line('token hunter2'))
  expect(log.lines()[0]?.text).toBe('token [secret]')
  expect(forwarded).toEqual(['token [secret]'])
})

test('LOG-07: cuts an endless line', () => {
  const log = createServerLogReader(
    (text) => text,
    () => {}
  )
  log.add(line('x'.repeat(1_000_000)))
  expect(log.lines()[0]?.text.length).toBeLessThan(20_000)
})
