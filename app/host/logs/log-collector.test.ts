import { expect, it } from 'vitest'
import { keptLogLines } from '../../contract/limits'
import { createLogCollector } from './log-collector'

const life = (text: string) => ({ at: 1, source: 'life', level: 'info', text }) as const

it('numbers the lines of host and servers in order, and returns the lines after a number', () => {
  const logs = createLogCollector()
  logs.addHost({ at: 5, level: 'warn', scope: 'vault', message: 'in memory', fields: { reason: 'none' } })
  logs.addServer('notes', life('Starting.'))
  expect(logs.after(0)).toEqual([
    {
      number: 1,
      at: 5,
      level: 'warning',
      serverName: null,
      source: 'vault',
      text: 'in memory {"reason":"none"}'
    },
    { number: 2, at: 1, level: 'info', serverName: 'notes', source: 'life', text: 'Starting.' }
  ])
  expect(logs.after(1).map(({ text }) => text)).toEqual(['Starting.'])
  expect(logs.after(2)).toEqual([])
})

it('keeps only a limited number of newest lines', () => {
  const logs = createLogCollector()
  for (let count = 1; count <= keptLogLines * 3; count += 1) logs.addServer('loud', life(`${count}`))
  expect(logs.after(0)).toHaveLength(keptLogLines)
  expect(logs.after(0).at(-1)?.text).toBe(`${keptLogLines * 3}`)
  logs.addServer('loud', life('x'.repeat(1_000_000)))
  expect(logs.after(keptLogLines * 3)[0]?.text.length).toBeLessThan(11_000)
})
