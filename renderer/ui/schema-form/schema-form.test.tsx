import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { SchemaForm } from './schema-form'
import type { FieldProblem, JsonRecord } from './json'
import { SchemaFormTabs } from './tabs'

afterEach(cleanup)

interface Shown {
  value: JsonRecord
  changes: number
  isUnreadable: boolean
}

function show(schema: JsonRecord, value: JsonRecord = {}, problems: readonly FieldProblem[] = []) {
  return showWith(SchemaForm, { schema, value, problems })
}

function showWith(
  Form: typeof SchemaForm,
  {
    schema,
    value,
    problems = []
  }: { schema: JsonRecord; value: JsonRecord; problems?: readonly FieldProblem[] }
): Shown {
  const shown: Shown = { value, changes: 0, isUnreadable: false }
  function Holder() {
    const [current, setCurrent] = useState(value)
    return (
      <Form
        schema={schema}
        value={current}
        problems={problems}
        onUnreadable={(isUnreadable) => void (shown.isUnreadable = isUnreadable)}
        onChange={(next) => {
          shown.value = next
          shown.changes += 1
          setCurrent(next)
        }}
      />
    )
  }
  render(<Holder />)
  return shown
}

const everyKind: JsonRecord = {
  type: 'object',
  required: ['text'],
  properties: {
    text: { type: 'string', title: 'The text', description: 'What to write' },
    count: { type: 'integer', minimum: 1, maximum: 10 },
    isOn: { type: 'boolean' },
    color: { enum: ['red', 'green'] },
    day: { type: 'string', format: 'date' },
    tags: { type: 'array', items: { type: 'string' } },
    place: { type: 'object', properties: { city: { type: 'string' } } },
    shape: {
      oneOf: [
        { title: 'Circle', type: 'object', properties: { radius: { type: 'number' } }, required: ['radius'] },
        { title: 'Nothing', type: 'string' }
      ]
    },
    anything: true,
    maybe: { type: ['string', 'null'] }
  }
}

describe('a schema form', () => {
  it('names every control exactly by its property', () => {
    show(everyKind)
    expect(screen.getByRole('textbox', { name: 'text' })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'count' })).toBeTruthy()
    expect(screen.getByRole('checkbox', { name: 'isOn' })).toBeTruthy()
    expect(screen.getByRole('combobox', { name: 'color' })).toBeTruthy()
    expect(screen.getByLabelText('day')).toBeTruthy()
    expect(screen.getByRole('group', { name: 'tags' })).toBeTruthy()
    expect(screen.getByRole('group', { name: 'place' })).toBeTruthy()
    expect(screen.getByRole('textbox', { name: 'anything' })).toBeTruthy()
    expect(screen.getByText('The text')).toBeTruthy()
  })

  it("returns values in the schema's types and omits others", async () => {
    const shown = show(everyKind)
    const user = userEvent.setup()
    await user.type(screen.getByRole('textbox', { name: 'text' }), 'hello')
    await user.type(screen.getByRole('textbox', { name: 'count' }), '7')
    await user.click(screen.getByRole('checkbox', { name: 'isOn' }))
    expect(shown.value).toEqual({ text: 'hello', count: 7, isOn: true })
  })

  it('removes an optional value when it is cleared, and empties a required one', async () => {
    const shown = show(everyKind, { text: 'a', count: 3, isOn: false })
    const user = userEvent.setup()
    await user.clear(screen.getByRole('textbox', { name: 'text' }))
    await user.clear(screen.getByRole('textbox', { name: 'count' }))
    await user.click(screen.getByRole('button', { name: 'Clear' }))
    expect(shown.value).toEqual({ text: '' })
  })

  it('passes text that is not a number, so that the check rejects it', async () => {
    const shown = show(everyKind, { count: 3 })
    const input = screen.getByRole('textbox', { name: 'count' })
    await userEvent.type(input, '{Backspace}-')
    expect(shown.value).toEqual({ count: '-' })
    expect(screen.getByText('This is not a number.')).toBeTruthy()
    await userEvent.type(input, '4')
    expect(shown.value).toEqual({ count: -4 })
  })

  it('chooses one of several values', async () => {
    const shown = show(everyKind)
    const user = userEvent.setup()
    await user.click(screen.getByRole('combobox', { name: 'color' }))
    await user.click(await screen.findByRole('option', { name: 'green' }))
    expect(shown.value).toEqual({ color: 'green' })
  })

  it('ELIC-12 ELIC-13: checks any number of values, by their titles', async () => {
    const shown = show({
      type: 'object',
      properties: {
        fish: {
          type: 'array',
          items: {
            anyOf: [
              { const: 'f1', title: 'Tuna' },
              { const: 'f2', title: 'Salmon' }
            ]
          }
        }
      }
    })
    const fish = within(screen.getByRole('group', { name: 'fish' }))
    await userEvent.click(fish.getByRole('checkbox', { name: 'Salmon' }))
    await userEvent.click(fish.getByRole('checkbox', { name: 'Tuna' }))
    expect(shown.value).toEqual({ fish: ['f1', 'f2'] })
    await userEvent.click(fish.getByRole('checkbox', { name: 'Tuna' }))
    await userEvent.click(fish.getByRole('checkbox', { name: 'Salmon' }))
    expect(shown.value).toEqual({})
  })

  it('distinguishes values with the same title, and shows hidden characters in a title', async () => {
    const schema: JsonRecord = {
      type: 'object',
      properties: { pay: { enum: [10, 9_999, 1], enumNames: ['Pay', 'Pay', 'No\u202E'] } }
    }
    show(schema)
    await userEvent.click(screen.getByRole('combobox', { name: 'pay' }))
    const options = await screen.findAllByRole('option')
    expect(options.map((option) => option.textContent)).toEqual(['Pay (10)', 'Pay (9999)', 'NoU+202E'])
  })

  it('keeps a value outside the choices', () => {
    const shown = show(everyKind, { color: 'blue' })
    expect(screen.getByRole('combobox', { name: 'color' }).textContent).toContain('blue')
    expect(shown.changes).toBe(0)
  })

  it('adds, fills and removes items of a list', async () => {
    const shown = show(everyKind)
    const user = userEvent.setup()
    const tags = within(screen.getByRole('group', { name: 'tags' }))
    await user.click(tags.getByRole('button', { name: 'Add' }))
    await user.type(tags.getByRole('textbox', { name: 'tags 1' }), 'one')
    await user.click(tags.getByRole('button', { name: 'Add' }))
    await user.type(tags.getByRole('textbox', { name: 'tags 2' }), 'two')
    expect(shown.value).toEqual({ tags: ['one', 'two'] })
    await user.click(tags.getByRole('button', { name: 'Remove item 1' }))
    expect(shown.value).toEqual({ tags: ['two'] })
  })

  it('adds a number to a list and asks for it', async () => {
    const shown = show({
      type: 'object',
      properties: { sizes: { type: 'array', items: { type: 'number' } } }
    })
    await userEvent.click(screen.getByRole('button', { name: 'Add' }))
    expect(screen.getByText('Enter a number.')).toBeTruthy()
    await userEvent.type(screen.getByRole('textbox', { name: 'sizes 1' }), '3.5')
    expect(shown.value).toEqual({ sizes: [3.5] })
  })

  it('adds and removes a nested object', async () => {
    const shown = show(everyKind)
    const user = userEvent.setup()
    const place = within(screen.getByRole('group', { name: 'place' }))
    await user.click(place.getByRole('button', { name: 'Add' }))
    await user.type(place.getByRole('textbox', { name: 'city' }), 'Bern')
    expect(shown.value).toEqual({ place: { city: 'Bern' } })
    await user.click(place.getByRole('button', { name: 'Remove' }))
    expect(shown.value).toEqual({})
  })

  it('chooses a variant and draws its fields', async () => {
    const shown = show(everyKind)
    const user = userEvent.setup()
    await user.click(screen.getByRole('combobox', { name: 'Kind of shape' }))
    await user.click(await screen.findByRole('option', { name: 'Circle' }))
    await user.type(screen.getByRole('textbox', { name: 'radius' }), '2.5')
    expect(shown.value).toEqual({ shape: { radius: 2.5 } })
  })

  it('sets null and removes it', async () => {
    const shown = show(everyKind)
    const toggle = screen.getByRole('button', { name: 'Set to null' })
    await userEvent.click(toggle)
    expect(shown.value).toEqual({ maybe: null })
    await userEvent.click(toggle)
    expect(shown.value).toEqual({})
  })

  it('never changes a value by showing it', () => {
    const value = {
      text: 5,
      count: '12',
      isOn: 'yes',
      tags: { a: 1 },
      place: [],
      shape: 7,
      unknown: { deep: [1] }
    }
    const shown = show(everyKind, value as unknown as JsonRecord)
    expect(shown.changes).toBe(0)
    expect((screen.getByRole('textbox', { name: 'count' }) as HTMLTextAreaElement).value).toBe('"12"')
    expect(
      (screen.getByRole('textbox', { name: 'Other properties' }) as HTMLTextAreaElement).value
    ).toContain('deep')
  })

  it('keeps the JSON field while its value is corrected, without losing the focus', async () => {
    const shown = show(everyKind, { count: '12' })
    const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'count' })
    await userEvent.clear(field)
    await userEvent.type(field, '34')
    expect(shown.value).toEqual({ count: 34 })
    expect(document.activeElement).toBe(field)
  })

  it('says that a part is invalid, until it is valid again', async () => {
    const shown = show(everyKind, { anything: [1] })
    const field = screen.getByRole('textbox', { name: 'anything' })
    await userEvent.type(field, '!')
    expect(shown.isUnreadable).toBe(true)
    expect(shown.value).toEqual({ anything: [1] })
    expect(screen.getByText(/This isn't valid JSON: .*line 3, column 2/)).toBeTruthy()
    await userEvent.type(field, '{Backspace}')
    expect(shown.isUnreadable).toBe(false)
  })

  it('shows problems at their fields and the others on top', () => {
    show(everyKind, { count: 99 }, [
      { path: '/count', message: 'At most 10.' },
      { path: '', message: '"text" is missing.' }
    ])
    const input = screen.getByRole('textbox', { name: 'count' })
    expect(input.getAttribute('aria-invalid')).toBe('true')
    const ids = input.getAttribute('aria-describedby')?.split(' ') ?? []
    expect(ids.map((id) => document.getElementById(id)?.textContent).join(' ')).toContain('At most 10.')
    expect(screen.getByRole('alert').textContent).toContain('"text" is missing.')
  })

  it('binds problems and notes of a select to it', () => {
    show(
      { type: 'object', properties: { color: { enum: ['a'], description: 'Of the wall' } } },
      { color: 'x' },
      [{ path: '/color', message: 'Not one of the choices.' }]
    )
    const select = screen.getByRole('combobox', { name: 'color' })
    const ids = select.getAttribute('aria-describedby')?.split(' ') ?? []
    const text = ids.map((id) => document.getElementById(id)?.textContent).join(' ')
    expect(text).toContain('Of the wall')
    expect(text).toContain('Not one of the choices.')
  })

  it('marks hidden characters of names and descriptions', () => {
    show({ type: 'object', properties: { a: { type: 'string', description: 'safe\u202Etxt' } } })
    expect(screen.getByText('U+202E')).toBeTruthy()
  })

  it('says when nothing is needed', () => {
    show({ type: 'object', properties: {} })
    expect(screen.getByText('No arguments are needed.')).toBeTruthy()
  })

  it('draws a recursive schema and a hostile name', async () => {
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"next":{"$ref":"#"}}}'
    )
    const shown = show(schema)
    await userEvent.type(screen.getByRole('textbox', { name: '__proto__' }), 'x')
    expect(JSON.stringify(shown.value)).toBe('{"__proto__":"x"}')
  })

  it('draws two hundred of ten thousand properties, the rest as JSON', () => {
    const properties = Object.fromEntries(
      Array.from({ length: 10_000 }, (_, index) => [`p${index}`, { type: 'string' }])
    )
    show({ type: 'object', properties })
    expect(screen.getAllByRole('textbox')).toHaveLength(201)
  })
})

describe('the form and its JSON', () => {
  it('switches back and forth without a change', async () => {
    const value = { text: 'a\n b', count: 1, unknown: [null] }
    const shown = showWith(SchemaFormTabs, { schema: everyKind, value })
    await userEvent.click(screen.getByRole('tab', { name: 'JSON' }))
    const editor = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Arguments as JSON' })
    expect(JSON.parse(editor.value)).toEqual(value)
    await userEvent.click(screen.getByRole('tab', { name: 'Form' }))
    expect(shown.changes).toBe(0)
  })

  it('accepts an object only', async () => {
    const shown = showWith(SchemaFormTabs, { schema: everyKind, value: { text: 'a' } })
    await userEvent.click(screen.getByRole('tab', { name: 'JSON' }))
    const editor = screen.getByRole('textbox', { name: 'Arguments as JSON' })
    await userEvent.clear(editor)
    await userEvent.type(editor, '[[1]')
    expect(shown.isUnreadable).toBe(true)
    expect(shown.value).toEqual({})
  })
})
