import { expect, test } from 'vitest'
import { taskkillPath } from './process-group'

test('ends processes on Windows with the program of the system, not with one of the working folder', () => {
  expect(taskkillPath({ SystemRoot: 'D:\\WINDOWS' })).toBe('D:\\WINDOWS\\System32\\taskkill.exe')
  expect(taskkillPath({})).toBe('C:\\Windows\\System32\\taskkill.exe')
})
