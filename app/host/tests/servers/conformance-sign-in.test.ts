/** The conformance suite against a server with a sign-in that ends during the run. The suite is a stand-in. */
import { chmod, copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { visit } from '../../../testing/sign-in/browser'
import { isReachable, openSignInHost, type SignInHost } from '../../../testing/sign-in/signed-in-host'
import { startSignInServer, type SignInServer } from '../../../testing/sign-in/sign-in-server'
import { toText } from '../../../texts/render-localized'

const standIn = fileURLToPath(new URL('../../../testing/conformance/npx-stand-in.cjs', import.meta.url))

let folder: string
let server: SignInServer
let user: SignInHost

beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'parley-suite-'))
  const bin = path.join(folder, 'bin')
  await mkdir(bin)
  await copyFile(standIn, path.join(bin, 'npx'))
  await chmod(path.join(bin, 'npx'), 0o755)
  vi.stubEnv('PATH', `${bin}${path.delimiter}${process.env['PATH']}`)
  server = await startSignInServer()
  user = await openSignInHost({ work: { url: server.url } })
  await visit(await user.agree())
  await isReachable(user, 'connected', 'work')
})

afterEach(async () => {
  await user.close()
  server.close()
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true, force: true })
})

async function run() {
  const { plan } = await user.host.handlers['conformance.read']({ serverName: 'work' })
  expect(plan.road).toBe('forwarded')
  const { road, address } = plan
  const asked = { serverName: 'work', scenario: null, road, address }
  const { scenarios, failure } = await user.host.handlers['conformance.run'](asked)
  const ends = Object.fromEntries(scenarios.map(({ scenario, state }) => [scenario, state]))
  return { ends, failure: failure === null ? null : toText(failure) }
}

it('renews a token that expired, so that no scenario fails because of it', async () => {
  await server.expire()
  const { ends, failure } = await run()
  expect(failure).toBeNull()
  expect(ends).toMatchObject({ ping: 'passed', 'tools-list': 'passed' })
})

it('ends the run in one sentence if the sign-in is gone, without failures that it caused', async () => {
  await server.revoke()
  const { ends, failure } = await run()
  expect(failure).toContain(
    'The suite was stopped because work needs a sign-in. Sign in again, then start the run again.'
  )
  expect(Object.values(ends)).not.toContain('failed')
  expect(user.account('work')?.state).toBe('needs-sign-in')
})
