import { expect, test } from 'vitest'
import { serverEnvironment } from './server-environment'

test('CONF-11: a server on Windows gets the folders that npx looks for, however their names are written, and no keys', () => {
  const host = {
    Path: 'C:\\Windows',
    AppData: 'C:\\Users\\Ada\\AppData\\Roaming',
    LOCALAPPDATA: 'C:\\Users\\Ada\\AppData\\Local',
    ProgramFiles: 'C:\\Program Files',
    ANTHROPIC_API_KEY: 'sk-1'
  }
  expect(serverEnvironment(host, { MINE: '1' }, 'win32')).toEqual({
    Path: 'C:\\Windows',
    AppData: 'C:\\Users\\Ada\\AppData\\Roaming',
    LOCALAPPDATA: 'C:\\Users\\Ada\\AppData\\Local',
    ProgramFiles: 'C:\\Program Files',
    MINE: '1'
  })
  expect(serverEnvironment(host, {}, 'linux')).toEqual({})
})
