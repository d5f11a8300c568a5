import { expect, it } from 'vitest'
import { describeFormField } from './describe-question'
import type { FormField } from './form-fields'

const field: FormField = {
  name: 'size',
  title: 'Size',
  description: 'Of the picture',
  isRequired: false,
  kind: 'one',
  choices: [
    { label: 'small', value: 'small' },
    { label: 'large', value: 'l' }
  ],
  usual: 'l'
}

it('shows the choices of a field, and the answer that Enter gives', () => {
  const shown = describeFormField(field)
  expect(shown).toContain('1. small\n')
  expect(shown).toContain('2. large (l)\n')
  expect(shown).toContain('Press Enter for "l", or type - to leave it out.')
  expect(describeFormField({ ...field, usual: undefined })).not.toContain('Press Enter')
})
