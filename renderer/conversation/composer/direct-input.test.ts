import { expect, test } from 'vitest'
import { sampleTool } from '../../testing/sample-state'
import { findTypedTool, readTypedCall, takesNoArguments, toolQuery } from './direct-input'
import { quote } from '../../../app/texts/localized'

test('distinguishes a name, a name with JSON, and plain text', () => {
  expect(readTypedCall(' echo ')).toEqual({ name: 'echo', arguments: null })
  expect(readTypedCall('echo {"message":"hi"}')).toEqual({ name: 'echo', arguments: { message: 'hi' } })
  expect(readTypedCall('everything/echo {\n"a": 1 }')).toEqual({
    name: 'everything/echo',
    arguments: { a: 1 }
  })
  expect(readTypedCall('echo {"message":')).toBeNull()
  expect(readTypedCall('please echo this')).toBeNull()
})

test('ignores arguments when searching for the tool', () => {
  expect(toolQuery('echo {"mess')).toBe('echo')
})

test('requires the server when two servers share a name', () => {
  const tools = [
    sampleTool(),
    sampleTool({ serverName: 'other' }),
    sampleTool({ name: 'broken', problem: quote('No schema.') })
  ]
  expect(findTypedTool('echo', tools)).toBeNull()
  expect(findTypedTool('other/echo', tools)?.serverName).toBe('other')
  expect(findTypedTool('broken', tools)).toBeNull()
})

test('runs without a form only if the schema requires nothing', () => {
  expect(takesNoArguments({ type: 'object' })).toBe(true)
  expect(takesNoArguments({ type: 'object', properties: {}, additionalProperties: false })).toBe(true)
  expect(takesNoArguments({ type: 'object', properties: { a: {} } })).toBe(false)
  expect(takesNoArguments({ type: 'object', required: ['a'] })).toBe(false)
  expect(takesNoArguments({ $ref: '#/$defs/input' })).toBe(false)
})
