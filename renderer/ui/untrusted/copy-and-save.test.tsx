/* Copying, saving and wrapping code and tables of a text. */
import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { show } from '../../testing/show'
import { DataView } from './data-view'
import { Markdown } from './markdown'

test('saves code as written, under a name with the ending of its language', async () => {
  const saveFile = vi.fn(async (_name: string, _data: string) => {})
  const { person } = show(<Markdown text={'```python\nprint("é")\n```\n\n```../../evil.exe\nx\n```'} />, {
    saveFile
  })
  for (const button of screen.getAllByRole('button', { name: 'Save code as…' })) await person.click(button)
  expect(saveFile.mock.calls.map(([name]) => name)).toEqual(['code.py', 'code.txt'])
  const bytes = Uint8Array.from(atob(saveFile.mock.calls[0]?.[1] ?? ''), (one) => one.charCodeAt(0))
  expect(new TextDecoder().decode(bytes)).toBe('print("é")')
})

test('wraps and unwraps long lines of code, and starts the next block with the last choice', async () => {
  const { person, unmount } = show(<Markdown text={'```\nlong line\n```'} />)
  const wrap = screen.getByRole('button', { name: 'Wrap lines' })
  expect(document.querySelector('pre')?.dataset['wrapped']).toBeUndefined()
  await person.click(wrap)
  expect(wrap.getAttribute('aria-pressed')).toBe('true')
  expect(document.querySelector('pre')?.dataset['wrapped']).toBe('true')
  unmount()
  const next = show(<Markdown text={'```\nanother\n```'} />)
  expect(document.querySelector('pre')?.dataset['wrapped']).toBe('true')
  await next.person.click(screen.getByRole('button', { name: 'Wrap lines' }))
  expect(document.querySelector('pre')?.dataset['wrapped']).toBeUndefined()
})

test('copies code while an answer is written, and has its other buttons when it is complete', async () => {
  const text = '```\ncode\n```\n\n| a |\n| - |\n| b |\n\nMore'
  const { rerender } = show(<Markdown text={text} isStreaming />)
  const named = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'))
  expect(named()).toEqual(['Copy code'])
  rerender(<Markdown text={text} />)
  await screen.findByRole('button', { name: 'Wrap lines' })
  expect(named()).toEqual(['Wrap lines', 'Save code as…', 'Copy code', 'Copy as CSV'])
})

async function copiedFrom(element: React.ReactElement): Promise<string> {
  const copyText = vi.fn(async (_text: string) => {})
  const { person } = show(element, { copyText })
  await person.click(screen.getByRole('button', { name: 'Copy as CSV' }))
  return copyText.mock.calls[0]?.[0] ?? ''
}

test('copies a table of an answer as CSV with the cells as written', async () => {
  const text = '| City | **Note** |\n| - | - |\n| Oslo | a, `b` \u202ec |\n| =1+1 | "x" |'
  expect(await copiedFrom(<Markdown text={text} />)).toBe(`City,Note\r\nOslo,"a, b \u202ec"\r\n'=1+1,"""x"""`)
})

test('copies a data table with all its rows, also those that are not drawn yet', async () => {
  const rows = Array.from({ length: 150 }, (_, index) => ({ city: `c${index}`, degrees: index }))
  const csv = await copiedFrom(
    <DataView value={[{ city: 'Oslo', degrees: -3, hot: null }, ...rows]} label="x" />
  )
  expect(csv.split('\r\n')).toHaveLength(152)
  expect(csv.split('\r\n').slice(0, 3)).toEqual(['city,degrees,hot', 'Oslo,-3,', 'c0,0,'])
  expect(within(screen.getByRole('group', { name: 'Table' })).getAllByRole('row')).toHaveLength(101)
})
