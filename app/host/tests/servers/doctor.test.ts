/**
 * Broken servers, at least one for each step of the check: the check names the right step, offers the expected fixes,
 * and the first fix works.
 */
import { readFile, rm, writeFile } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { brokenAddresses } from '../../../testing/doctor/broken-addresses'
import { brokenPrograms, type BrokenProgram } from '../../../testing/doctor/broken-programs'
import { counter, node, BrokenServerHost } from '../../../testing/doctor/broken-server-host'
import { visit } from '../../../testing/sign-in/browser'
import { openSignInHost, isReachable } from '../../../testing/sign-in/signed-in-host'
import { startSignInServer } from '../../../testing/sign-in/sign-in-server'
import { say, toEnglish } from '../../../texts/render-localized'
import { soon } from '../../../testing/soon'

// Each starts programs and waits for limits, which takes longer on a busy machine.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 })

let brokenHost: BrokenServerHost

beforeEach(async () => {
  brokenHost = await BrokenServerHost.open()
})

afterEach(() => brokenHost.close())

describe.each([
  ['a program', brokenPrograms],
  ['an address', brokenAddresses]
])('the check of %s', (_kind, cases) => {
  it.each([...cases])(
    'names the step, offers the expected fixes, and the first one works: $name',
    async (broken) => {
      const { fault, steps } = await brokenHost.diagnose(
        await broken.entry(brokenHost),
        broken.isUntrusted !== true
      )
      expect({ step: fault?.step, why: fault && toEnglish(fault.why) }).toEqual({
        step: broken.step,
        why: expect.stringMatching(broken.why) as string
      })
      if (broken.saw !== undefined) expect(fault?.saw).toMatch(broken.saw)
      expect(fault?.fixes).toEqual(broken.fixes)
      expect(fault?.advice).toEqual(broken.advice)
      const failedAt = steps.findIndex(({ state }) => state === 'failed')
      expect(steps[failedAt]?.step).toBe(broken.step)
      expect(steps.slice(failedAt + 1).every(({ state }) => state === 'skipped')).toBe(true)

      await mend(broken)
      await brokenHost.connected()
      expect((await brokenHost.check()).fault).toBeNull()
    }
  )
})

/** Applies the first fix that is an action of the user, as its button does. */
async function mend({ fixes, corrected, repaired }: BrokenProgram): Promise<void> {
  await repaired?.(brokenHost)
  if (corrected !== undefined) {
    expect(fixes.map(({ type }) => type)).toContain('edit-entry')
    return await brokenHost.edit(await corrected(brokenHost))
  }
  const fix = fixes.find(({ type }) => type !== 'open-log')
  if (fix === undefined) throw new Error('no button')
  await brokenHost.press(fix)
  if (fix.type !== 'raise-limit') return
  const settings = await readFile(brokenHost.file('settings.json'), 'utf8')
  expect(JSON.parse(settings)).toMatchObject({ mcpServers: { broken: { [fix.limit]: fix.toMs } } })
}

describe('a button that is not the first', () => {
  it.each([true, false])(
    'removes the sandbox of a server that can’t run in one, after an approval (autoStart: %s)',
    async (autoStart) => {
      const walls = brokenPrograms.find(({ step }) => step === 'walls')
      if (walls === undefined) throw new Error('no such server')
      const { fault } = await brokenHost.diagnose({ ...(await walls.entry(brokenHost)), autoStart })
      expect(fault?.fixes).toContainEqual({ type: 'open-walls' })
      await brokenHost.press({ type: 'open-walls' })
      await brokenHost.connected()
      expect(JSON.parse(await readFile(brokenHost.file('settings.json'), 'utf8'))).toMatchObject({
        mcpServers: { broken: { containment: 'off' } }
      })
      expect((await brokenHost.check()).fault).toBeNull()
    }
  )
})

it('signs in if a sign-in is missing', async () => {
  const server = await startSignInServer()
  const self = await openSignInHost({ work: { url: server.url } })
  try {
    await isReachable(self, 'needs-sign-in')
    await self.cancel()
    const check = () => self.host.handlers['server.diagnose']({ serverName: 'work' })
    const { fault } = await check()
    expect(fault).toMatchObject({
      step: 'authorization',
      fixes: [{ type: 'sign-in' }, { type: 'edit-entry' }]
    })
    // As its button does.
    await self.host.handlers['account.act']({ serverName: 'work', act: 'sign-in' })
    await visit(await self.agree())
    await isReachable(self, 'connected')
    expect((await check()).fault).toBeNull()
  } finally {
    await self.close()
    server.close()
  }
})

it('offers no way around the policy of the computer, and finds nothing once the policy allows the server', async () => {
  const policy = brokenHost.file('policy.json')
  await writeFile(policy, JSON.stringify({ servers: { allow: [{ command: '/usr/bin/allowed' }] } }))
  const { fault } = await brokenHost.diagnose({ command: node, args: [counter] }, false)
  expect(fault).toMatchObject({ step: 'trust', fixes: [{ type: 'open-log' }] })
  expect(fault && toEnglish(fault.advice)).toBe(
    "Ask your computer's administrator, because a policy decides this."
  )
  await rm(policy)
  await vi.waitFor(
    async () => expect((await brokenHost.check()).fault?.advice).toEqual(say('doctor.mendTrust')),
    soon
  )
  await brokenHost.press({ type: 'trust' })
  await brokenHost.connected()
  expect((await brokenHost.check()).fault).toBeNull()
})

describe('a check', () => {
  it("doesn't run a server that isn't trusted", async () => {
    const ran = brokenHost.file('ran')
    const code = `require('fs').writeFileSync(${JSON.stringify(ran)}, '')`
    const { fault } = await brokenHost.diagnose({ command: node, args: ['-e', code] }, false)
    expect(fault?.step).toBe('trust')
    await expect(rm(ran)).rejects.toThrow(/ENOENT/)
  })

  it("doesn't report an untrusted server as trusted if its program is missing", async () => {
    const { fault, steps } = await brokenHost.diagnose({ command: 'no-such-program-anywhere' }, false)
    expect(fault?.step).toBe('command')
    expect(steps.find(({ step }) => step === 'trust')?.state).toBe('skipped')
  })

  it('finds nothing at a working server, and leaves nothing behind', async () => {
    const { fault, steps } = await brokenHost.diagnose({ command: node, args: [counter] })
    expect(fault).toBeNull()
    expect(steps.filter(({ state }) => state === 'failed')).toEqual([])
    expect(steps.find(({ step }) => step === 'tools')?.state).toBe('passed')
  })

  it('has the error message in the log that its button opens', async () => {
    const refusing = brokenPrograms.find(({ name }) => name === 'a program that ends at once')
    if (refusing === undefined) throw new Error('no such server')
    await brokenHost.diagnose(await refusing.entry(brokenHost))
    const lines = await brokenHost.host.handlers['server.read']({ serverName: 'broken', what: 'log' })
    expect(lines.map(({ text }) => text).join('\n')).toContain('TOKEN <b>missing</b>')
  })
})
