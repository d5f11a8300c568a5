import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../../app/texts/translated'
import { checkAnswers } from './check'
import type { JsonRecord } from './json'
import { readJson } from './json-editor'
import { SchemaFormTabs } from './tabs'

beforeEach(() => showLanguage('de'))
afterEach(async () => {
  cleanup()
  await showLanguage('en')
})

const schema: JsonRecord = {
  type: 'object',
  required: ['name'],
  properties: {
    name: { type: 'string', minLength: 2, maxLength: 1_200 },
    age: { type: 'integer', minimum: 18, default: 30 },
    tags: { type: 'array', items: { type: 'string' } },
    shape: { oneOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'string' } } }] }
  }
}

function Form() {
  const [value, setValue] = useState<JsonRecord>({})
  return (
    <SchemaFormTabs
      schema={schema}
      value={value}
      problems={checkAnswers(schema, value)}
      onChange={setValue}
    />
  )
}

test('describes in German what a form accepts, what is missing and what its buttons do', async () => {
  render(<Form />)
  const { textContent } = document.body
  for (const words of ['erforderlich', '2 bis 1.200 Zeichen', 'Mindestens 18. Vorgabe: 30', 'Erforderlich.'])
    expect(textContent).toContain(words)
  await userEvent.type(screen.getByRole('textbox', { name: 'name' }), 'x')
  expect(screen.getByText('Geben Sie mindestens 2 Zeichen ein. Eingegeben: 1.')).toBeTruthy()
  await userEvent.type(screen.getByRole('textbox', { name: 'age' }), 'x')
  expect(screen.getByText('Das ist keine Zahl.')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Art von shape' }))
  expect(await screen.findByRole('option', { name: 'Objekt' })).toBeTruthy()
})

test('reports invalid JSON in German', () => {
  expect(readJson('{"a": }')).toEqual({
    problem: 'Das ist kein gültiges JSON: In Zeile 1, Spalte 7 fehlt ein Wert.'
  })
  expect(readJson('{"a": yes}')).toEqual({
    problem: 'Das ist kein gültiges JSON: In Zeile 1, Spalte 7 braucht Text doppelte Anführungszeichen.'
  })
})
