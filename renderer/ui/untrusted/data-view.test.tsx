import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show'
import { dataShape } from './data-shape'
import { isSameJson } from '../schema-form/json'
import { DataView } from './data-view'

const view = () => screen.getByRole('group', { name: 'Result' })

test('shows a list of flat objects as a table with all their fields as columns', () => {
  show(
    <DataView
      label="Result"
      value={[
        { city: 'Oslo', degrees: -3 },
        { city: 'Rome', rain: true }
      ]}
    />
  )
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers).toEqual(['city', 'degrees', 'rain'])
  const rows = screen.getAllByRole('row').slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent)
    )
  ).toEqual([
    ['Oslo', '-3', ''],
    ['Rome', '', 'true']
  ])
})

test('shows an object as a tree of labels, with tables and lists inside', () => {
  show(
    <DataView label="Result" value={{ place: { name: 'Oslo' }, tags: ['cold', 'dry'], days: [{ day: 1 }] }} />
  )
  const terms = within(view())
    .getAllByRole('term')
    .map(({ textContent }) => textContent)
  expect(terms).toEqual(['place', 'name', 'tags', '1', '2', 'days'])
  expect(screen.getByText('cold')).toBeTruthy()
  expect(screen.getByRole('table')).toBeTruthy()
})

test('distinguishes null, a missing value and emptiness by words', () => {
  show(<DataView label="Result" value={{ a: null, b: '', c: [], d: {} }} />)
  for (const words of ['null', 'empty text', 'empty list', 'no fields'])
    expect(screen.getByText(words)).toBeTruthy()
})

test('marks a problem at its place, in a table too', () => {
  show(
    <DataView
      label="Result"
      value={{ total: 'many', rows: [{ id: 1 }, { id: 'x' }], 'a/b': 1 }}
      problems={[
        { path: '/total', message: 'Must be a number.' },
        { path: '/rows/1/id', message: 'Must be an integer.' },
        { path: '/a~1b', message: 'Is not known.' }
      ]}
    />
  )
  expect(screen.getByText('Must be a number.').closest('dd')?.textContent).toContain('many')
  expect(screen.getByText('Must be an integer.').closest('td')?.textContent).toContain('x')
  expect(screen.getByText('Is not known.')).toBeTruthy()
})

test('draws thousands of rows in pieces', async () => {
  const value = Array.from({ length: 250 }, (_, index) => ({ index }))
  const { person } = show(<DataView label="Result" value={value} />)
  expect(screen.getAllByRole('row')).toHaveLength(101)
  await person.click(screen.getByRole('button', { name: 'Show more (150 not shown)' }))
  expect(screen.getAllByRole('row')).toHaveLength(201)
})

test('keeps HTML as text and marks hidden characters, in names and in values', () => {
  const { container } = show(<DataView label="Result" value={{ '<b>x</b>': '<img src=x>\u202E' }} />)
  expect(container.querySelector('b, img')).toBeNull()
  expect(screen.getByTitle('Hidden character U+202E')).toBeTruthy()
})

test('shows endlessly deep data as JSON', () => {
  const deep = Array.from({ length: 500 }).reduce<unknown>((inner) => ({ inner }), 'bottom')
  show(<DataView label="Result" value={deep} />)
  expect(screen.getByRole('group', { name: 'Nested data' })).toBeTruthy()
})

test.each([
  [[{ a: { b: 1 } }], 'items'],
  [[{}, {}], 'items'],
  [[1, 2], 'items'],
  [[Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`c${index}`, 1]))], 'items'],
  [[{ a: 1 }, { b: null }], 'table'],
  [{ a: 1 }, 'fields'],
  ['text', 'value']
])('displays %j as %s', (value, type) => {
  expect(dataShape(value, 0).type).toBe(type)
})

test('compares JSON by content, not by the order of its fields', () => {
  expect(isSameJson({ a: [1, { b: 2, c: null }] }, { a: [1, { c: null, b: 2 }] })).toBe(true)
  expect(isSameJson({ a: 1 }, { a: 1, b: undefined })).toBe(false)
  expect(isSameJson([1], { 0: 1 })).toBe(false)
  expect(isSameJson('1', 1)).toBe(false)
})
