import { expect, it } from 'vitest'
import { listFormFields, readField } from './form-fields'

const [size, colors] = listFormFields({
  properties: {
    size: { type: 'string', enum: ['s', 'm', 'l'] },
    colors: { type: 'array', items: { enum: ['red', 'green'] } }
  }
})

it.each([
  ['its number, counted from 1', size, '1', 's'],
  ['the number of the last one', size, '3', 'l'],
  ['its value', size, 'm', 'm'],
  ['several numbers', colors, '2, 1', ['green', 'red']]
])('takes a choice by %s', (_, field, typed, value) => {
  expect(field && readField(field, typed)).toEqual({ type: 'value', value })
})

it.each(['0', '4', 'xl'])('takes no %s where there are three choices', (typed) => {
  expect(size && readField(size, typed)).toMatchObject({ type: 'problem' })
})
