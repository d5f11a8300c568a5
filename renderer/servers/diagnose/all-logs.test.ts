import { describe, expect, it } from 'vitest'
import type { LogLine } from '../../../app/contract/bridge/logs'
import { filterAll, listLogOrigins, formatLog, type AllLogsFilter } from './all-logs'

let number = 0
const line = (more: Partial<LogLine>): LogLine => ({
  number: (number += 1),
  at: 0,
  level: 'info',
  serverName: null,
  source: '',
  text: '',
  ...more
})

const lines = [
  line({ source: 'window', text: 'Opened the window' }),
  line({ serverName: 'notes', source: 'stderr', text: 'Opened notes\nof Ada', level: 'warning' }),
  line({ serverName: 'all', source: 'life', text: 'The process ended', level: 'error' }),
  line({ serverName: 'host', source: 'log', text: 'Opened late', level: 'debug' })
]
const filtered = (filter: Partial<AllLogsFilter>) =>
  filterAll(lines, { origin: 'all', level: 'debug', words: '', ...filter }).map(({ text }) => text)

describe('lines of all logs', () => {
  it('are those from Parley, from one server or from all, for any server name', () => {
    expect(listLogOrigins(lines).map(({ value }) => value)).toEqual([
      'all',
      'host',
      'server all',
      'server host',
      'server notes'
    ])
    expect(filtered({})).toHaveLength(4)
    expect(filtered({ origin: 'host' })).toEqual(['Opened the window'])
    expect(filtered({ origin: 'server host' })).toEqual(['Opened late'])
    expect(filtered({ origin: 'server all' })).toEqual(['The process ended'])
  })

  it('are of one level and above', () => {
    expect(filtered({ level: 'info' })).toHaveLength(3)
    expect(filtered({ level: 'warning' })).toEqual(['Opened notes\nof Ada', 'The process ended'])
    expect(filtered({ level: 'critical' })).toEqual([])
  })

  it('are searched by words in any order, in message and source', () => {
    expect(filtered({ words: 'ADA opened' })).toEqual(['Opened notes\nof Ada'])
    expect(filtered({ words: 'stderr notes' })).toEqual(['Opened notes\nof Ada'])
    expect(filtered({ words: 'opened ended' })).toEqual([])
    expect(filtered({ words: 'opened', level: 'warning', origin: 'server notes' })).toHaveLength(1)
  })

  it('are saved one per line: time, level, source, message', () => {
    expect(formatLog(lines.slice(0, 2)).split('\n')).toEqual([
      '1970-01-01T00:00:00.000Z info Parley window Opened the window',
      '1970-01-01T00:00:00.000Z warning notes stderr Opened notes\\nof Ada'
    ])
  })
})
