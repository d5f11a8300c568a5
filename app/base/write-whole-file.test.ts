import { expect, test } from 'vitest'
import { retryWhileBusy } from './write-whole-file'

const noWait = async () => {}

const failWith = (code: string, times: number) => {
  let tries = 0
  return {
    tries: () => tries,
    work: async () => {
      tries += 1
      if (tries <= times) throw Object.assign(new Error(code), { code })
      return tries
    }
  }
}

test.each(['EPERM', 'EACCES', 'EBUSY'])(
  'writes a file on Windows after another program has had it open for a moment (%s)',
  async (code) => {
    expect(await retryWhileBusy(failWith(code, 2).work, 'win32', noWait)).toBe(3)
  }
)

test('gives up after a little over a second, and at once for another reason or on another system', async () => {
  const held = failWith('EBUSY', Infinity)
  let waited = 0
  const wait = async (waitMs: number) => void (waited += waitMs)
  await expect(retryWhileBusy(held.work, 'win32', wait)).rejects.toThrow('EBUSY')
  expect(waited).toBe(1_260)
  for (const [code, platform] of [
    ['ENOSPC', 'win32'],
    ['EACCES', 'linux']
  ] as const) {
    const failing = failWith(code, 1)
    await expect(retryWhileBusy(failing.work, platform)).rejects.toThrow(code)
    expect(failing.tries()).toBe(1)
  }
})
