import { describe, expect, it } from 'vitest'
import { policyPath } from './policy-path'

const packaged = { environment: {}, isPackaged: true, programData: () => 'C:\\ProgramData' }

describe('the policy of this computer', () => {
  it.each([
    ['linux', '/etc/parley/policy.json'],
    ['darwin', '/Library/Application Support/Parley/policy.json'],
    ['win32', 'C:\\ProgramData\\Parley\\policy.json']
  ])('is in a folder that only an administrator can write: %s', (platform, place) => {
    expect(policyPath({ platform, ...packaged })).toBe(place)
  })

  it('is named by a variable in development, and never in a packaged app, whose user could override it', () => {
    const environment = { PARLEY_POLICY: '/tmp/mine.json' }
    const onLinux = { ...packaged, platform: 'linux', environment }
    expect(policyPath({ ...onLinux, isPackaged: false })).toBe('/tmp/mine.json')
    expect(policyPath(onLinux)).toBe('/etc/parley/policy.json')
  })

  it("comes from the system, so that a user who sets %ProgramData% can't override it", () => {
    for (const name of ['ProgramData', 'PROGRAMDATA', 'ALLUSERSPROFILE', 'SystemDrive', 'SystemRoot']) {
      const environment = { [name]: 'D:\\Mine', PARLEY_POLICY: 'D:\\Mine' }
      expect(policyPath({ ...packaged, platform: 'win32', environment })).toBe(
        'C:\\ProgramData\\Parley\\policy.json'
      )
    }
  })
})
