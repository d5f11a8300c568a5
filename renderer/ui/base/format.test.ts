import { afterEach, describe, expect, test } from 'vitest'
import { showLanguage } from '../../../app/texts/translated'
import {
  formatClock,
  formatDuration,
  formatList,
  formatMoment,
  formatMoney,
  formatMoneyUsed,
  formatSeconds,
  formatSize,
  formatTime
} from './format'

const afternoon = new Date(2026, 10, 21, 14, 30, 5).getTime()
const night = new Date(2026, 10, 21, 0, 5, 9).getTime()

/** A no-break space separates number and unit, which doesn't matter here. */
const plain = (text: string): string => text.replaceAll(/\s/gu, ' ')

afterEach(() => showLanguage('en'))

describe('in English', () => {
  test('formats dates and times of day', () => {
    expect(plain(formatMoment(afternoon))).toBe('Nov 21, 2026, 2:30 PM')
    expect(plain(formatTime(afternoon))).toBe('2:30 PM')
    expect([formatClock(afternoon), formatClock(night)]).toEqual(['14:30:05', '00:05:09'])
  })

  test.each([
    [-5, '0 ms'],
    [40, '40 ms'],
    [949.4, '949 ms'],
    [1_400, '1.4 s'],
    [12_000, '12 s'],
    [59_700, '1 min 0 s'],
    [185_000, '3 min 5 s']
  ])('formats %d ms as %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text)
  })

  test('counts down in whole seconds', () => {
    expect([9, 60, 65].map(formatSeconds)).toEqual(['9 s', '1 min 0 s', '1 min 5 s'])
  })

  test('formats lists, sizes and money', () => {
    expect(formatList(['a', 'b', 'c'])).toBe('a, b, and c')
    expect(formatSize(3_400_000)).toBe('3.4 MB')
    expect(formatMoney(1_234.5, 'EUR')).toBe('€1,234.50')
    expect(formatMoneyUsed(0.02, 5, 'USD')).toBe('$0.02 of $5.00')
  })
})

describe('in German', () => {
  test('follows the current language, also after a change', async () => {
    formatMoment(afternoon)
    await showLanguage('de')
    expect(plain(formatMoment(afternoon))).toBe('21.11.2026, 14:30')
    expect(formatTime(afternoon)).toBe('14:30')
    expect(formatClock(night)).toBe('00:05:09')
    expect(formatDuration(1_400)).toBe('1,4 s')
    expect(formatSeconds(65)).toBe('1 min 5 s')
    expect(formatList(['a', 'b', 'c'])).toBe('a, b und c')
    expect(plain(formatSize(3_400_000))).toBe('3,4 MB')
    expect(plain(formatMoney(1_234.5, 'EUR'))).toBe('1.234,50 €')
    expect(plain(formatMoneyUsed(0.02, 5, 'USD'))).toBe('0,02 $ von 5,00 $')
  })
})
