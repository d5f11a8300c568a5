import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../app/texts/translated'
import { formatDuration, formatMoment, formatMoneyUsed, formatSize } from './base/format'
import { VisibleText } from './base/hidden-characters'
import { DataView } from './untrusted/data-view'

beforeEach(() => showLanguage('de'))
afterEach(async () => {
  cleanup()
  await showLanguage('en')
})

test('formats dates, durations, sizes and money in German', async () => {
  expect(formatMoment(Date.UTC(2026, 10, 21, 12))).toMatch(/^21\.11\.2026, /)
  expect([formatDuration(1_400), formatSize(3_400_000)]).toEqual(['1,4 s', '3,4 MB'])
  expect(formatMoneyUsed(0.5, 5, 'EUR')).toMatch(/^0,50\s€ von 5,00\s€$/)
  await showLanguage('en')
  expect(formatMoment(Date.UTC(2026, 10, 21, 12))).toMatch(/^Nov 21, 2026, /)
})

test('describes hidden characters and data in German', () => {
  render(<VisibleText text={'a\u202eb'} />)
  expect(screen.getByTitle('Unsichtbares Zeichen U+202E')).toBeTruthy()
  render(<DataView label="x" value={{ list: [], text: '', rows: Array.from({ length: 1_250 }, String) }} />)
  expect(document.body.textContent).toContain('leere Liste')
  expect(screen.getByRole('button', { name: 'Mehr anzeigen (1.150 nicht angezeigt)' })).toBeTruthy()
})
