import { expect, test } from 'vitest'
import { sampleTool } from '../../testing/sample-state'
import { findTypedTool, readTypedCall, takesNoArguments, toolQuery } from './direct-input'
import { quote } from '../../../app/texts/render-localized'

test('a name, a name with JSON, and plain words are told apart', () => {
  expect(readTypedCall(' echo ')).toEqual({ name: 'echo', arguments: null })
  expect(readTypedCall('echo {"message":"hi"}')).toEqual({ name: 'echo', arguments: { message: 'hi' } })
  expect(readTypedCall('everything/echo {\n"a": 1 }')).toEqual({
    name: 'everything/echo',
    arguments: { a: 1 }
  })
  expect(readTypedCall('echo {"message":')).toBeNull()
  expect(readTypedCall('please echo this')).toBeNull()
})

test('arguments do not take part in the search for the tool', () => {
  expect(toolQuery('echo {"mess')).toBe('echo')
})

test('a name that two servers share must name its server', () => {
  const tools = [
    sampleTool(),
    sampleTool({ serverName: 'other' }),
    sampleTool({ name: 'broken', problem: quote('No schema.') })
  ]
  expect(findTypedTool('echo', tools)).toBeNull()
  expect(findTypedTool('other/echo', tools)?.serverName).toBe('other')
  expect(findTypedTool('broken', tools)).toBeNull()
})

test('only a schema that asks for nothing runs without a form', () => {
  expect(takesNoArguments({ type: 'object' })).toBe(true)
  expect(takesNoArguments({ type: 'object', properties: {}, additionalProperties: false })).toBe(true)
  expect(takesNoArguments({ type: 'object', properties: { a: {} } })).toBe(false)
  expect(takesNoArguments({ type: 'object', required: ['a'] })).toBe(false)
  expect(takesNoArguments({ $ref: '#/$defs/input' })).toBe(false)
})
