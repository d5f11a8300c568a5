import { describe, expect, it } from 'vitest'
import { policyPath } from './policy-path'

const packaged = { environment: {}, isPackaged: true }

describe('the policy of this computer', () => {
  it.each([
    ['linux', '/etc/parley/policy.json'],
    ['darwin', '/Library/Application Support/Parley/policy.json'],
    ['win32', 'C:\\ProgramData\\Parley\\policy.json']
  ])('lies where only an administrator writes: %s', (platform, place) => {
    expect(policyPath({ platform, ...packaged })).toBe(place)
  })

  it('is named by a variable in development, and never in a packaged app, whose person could set it aside', () => {
    const environment = { PARLEY_POLICY: '/tmp/mine.json', ProgramData: 'D:\\Data' }
    expect(policyPath({ platform: 'linux', environment, isPackaged: false })).toBe('/tmp/mine.json')
    expect(policyPath({ platform: 'linux', environment, isPackaged: true })).toBe('/etc/parley/policy.json')
    expect(policyPath({ platform: 'win32', environment, isPackaged: true })).toBe(
      'D:\\Data\\Parley\\policy.json'
    )
  })
})
