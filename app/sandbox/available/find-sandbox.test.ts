/** What Parley reports if servers can't be sandboxed, also on systems that aren't available for tests. */
import { expect, it, vi } from 'vitest'
import { HostError } from '../../base/host-error'
import { sandboxFinder } from './find-sandbox'
import type { SystemProbe } from './system-probe'

const releases = {
  debian: 'ID=debian\nVERSION_ID="12"',
  ubuntu: 'NAME="Ubuntu"\nID=ubuntu\nID_LIKE=debian',
  mint: 'ID=linuxmint\nID_LIKE="ubuntu debian"',
  fedora: 'ID=fedora',
  rocky: 'ID="rocky"\nID_LIKE="rhel centos fedora"',
  arch: 'ID=arch',
  other: 'ID=plan9'
}
const whole: Pick<SystemProbe, 'findProgram' | 'run'> = {
  findProgram: async (name) => `/usr/bin/${name}`,
  run: async (_file, args) => ({
    isFine: true,
    output: args[0] === '--help' ? '--size BYTES --disable-userns' : ''
  })
}
const withoutPrograms = { ...whole, findProgram: async () => null }
const failing = (output: string) => ({
  ...whole,
  run: async (_file: string, args: readonly string[]) =>
    args[0] === '--help' ? { isFine: true, output: '' } : { isFine: false, output }
})

async function told(
  platform: NodeJS.Platform,
  system: Pick<SystemProbe, 'findProgram' | 'run'>,
  release = ''
) {
  const find = sandboxFinder(platform, { system: { ...system, readRelease: async () => release } })
  const error = await find().then(
    () => null,
    (failure: unknown) => failure
  )
  if (!(error instanceof HostError)) throw new Error('It was found')
  expect(error.code).toBe('SERVER_NOT_CONTAINED')
  return error.message
}

it.each([
  ['Debian', releases.debian, 'sudo apt install bubblewrap socat'],
  ['Ubuntu', releases.ubuntu, 'sudo apt install bubblewrap socat'],
  ['Mint', releases.mint, 'sudo apt install bubblewrap socat'],
  ['Fedora', releases.fedora, 'sudo dnf install bubblewrap socat'],
  ['Rocky', releases.rocky, 'sudo dnf install bubblewrap socat'],
  ['Arch', releases.arch, 'sudo pacman -S bubblewrap socat'],
  ['another Linux', releases.other, 'Install the packages bubblewrap and socat']
])('names the one command to type on %s without bubblewrap', async (_system, release, command) => {
  expect(await told('linux', withoutPrograms, release)).toContain(command)
})

it('names the profile to load on an Ubuntu that forbids it', async () => {
  const said = await told('linux', failing('bwrap: setting up uid map: Permission denied'), releases.ubuntu)
  expect(said).toContain("Ubuntu doesn't allow bubblewrap")
  expect(said).toContain('/etc/apparmor.d/')
})

it('says who can allow namespaces in a container that forbids them', async () => {
  const output = 'bwrap: Creating new namespace failed: Operation not permitted\n'
  const said = await told('linux', failing(output), releases.debian)
  expect(said).toContain('In a container, its owner must allow them')
  expect(said).toContain('Creating new namespace failed')
})

it('includes the output of a test that failed for another reason', async () => {
  expect(await told('linux', failing('bwrap: something new'), releases.debian)).toContain('something new')
})

it('says that Windows has no sandbox, and what to use instead', async () => {
  const said = await told('win32', whole)
  expect(said).toContain('Windows has no sandbox that Parley can use')
  expect(said).toContain('a container, WSL, a virtual machine or Windows Sandbox')
})

it('says that another system has no sandbox yet', async () => {
  expect(await told('freebsd', whole)).toContain("can't sandbox servers on freebsd")
})

it("remembers what works, and checks again what didn't", async () => {
  const run = vi.fn(whole.run)
  const find = sandboxFinder('linux', { system: { ...whole, run, readRelease: async () => '' } })
  const sandbox = await find()
  expect(sandbox).toMatchObject({
    bubblewrap: '/usr/bin/bwrap',
    prlimit: '/usr/bin/prlimit',
    canLimitMemory: true,
    canForbidNamespaces: true
  })
  const before = run.mock.calls.length
  await find()
  expect(run.mock.calls.length).toBe(before)

  let isInstalled = false
  const findProgram = async (name: string) => (isInstalled ? `/usr/bin/${name}` : null)
  const later = sandboxFinder('linux', { system: { ...whole, findProgram, readRelease: async () => '' } })
  await expect(later()).rejects.toThrow('bubblewrap')
  isInstalled = true
  await expect(later()).resolves.toMatchObject({ socat: '/usr/bin/socat' })
})
