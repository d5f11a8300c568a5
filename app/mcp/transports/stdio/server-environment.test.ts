import { expect, test } from 'vitest'
import { serverEnvironment } from './server-environment'

test('CONF-11: gives a server on Windows the folders that npx needs, in any spelling of their names, and no secrets', () => {
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

test('CONF-11: gives a server on Windows the search path of its entry, in any spelling of the name', () => {
  const host = { Path: 'C:\\Windows', windir: 'C:\\Windows', 'ProgramFiles(x86)': 'C:\\Program Files (x86)' }
  expect(serverEnvironment(host, { PATH: 'C:\\node' }, 'win32')).toEqual({
    PATH: 'C:\\node',
    windir: 'C:\\Windows',
    'ProgramFiles(x86)': 'C:\\Program Files (x86)'
  })
  expect(serverEnvironment({ PATH: '/usr/bin' }, { Path: '/mine' }, 'linux')).toEqual({
    PATH: '/usr/bin',
    Path: '/mine'
  })
})
