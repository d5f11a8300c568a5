// Package names differ between releases; a wrong one leaves the person with a command that fails.

import { expect, test } from 'vitest'
import { announceInstallation, packagesFor, parseMissing, resolvePackageNames } from './library-packages.mjs'

const ldd = `
	linux-vdso.so.1 (0x00007ffd)
	libffmpeg.so => /opt/electron/libffmpeg.so (0x00007f)
	libgtk-3.so.0 => not found
	libnss3.so => not found
	libnssutil3.so => not found
	libasound.so.2 => not found
	libgtk-3.so.0 => not found
	libc.so.6 => /lib/x86_64-linux-gnu/libc.so.6 (0x00007f)
`
const debian12 = 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"\nID=debian\n'
const debian13 = 'VERSION_ID="13"\nID=debian\n'
const ubuntu2204 = 'ID=ubuntu\nVERSION_ID="22.04"\n'
const ubuntu2404 = 'ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\n'
const unknown = () => false

test('names each missing library once', () => {
  expect(parseMissing(ldd)).toEqual(['libgtk-3.so.0', 'libnss3.so', 'libnssutil3.so', 'libasound.so.2'])
  expect(parseMissing('')).toEqual([])
})

test('finds the package of each library once, whatever its version', () => {
  expect(packagesFor(parseMissing(ldd))).toEqual(['libasound2', 'libgtk-3-0', 'libnss3'])
  expect(packagesFor(['libX11.so.6', 'libX11-xcb.so.1', 'Xvfb'])).toEqual(['libx11-6', 'libx11-xcb1', 'xvfb'])
})

test('asks for the base set when a library is not known', () => {
  expect(packagesFor(['libnew.so.1'])).toEqual(['libasound2', 'libgbm1', 'libgtk-3-0', 'libnss3'])
})

test('goes by what apt knows, not by what merely provides it', () => {
  const isKnown = (name) => name === 'libasound2t64' || name === 'libgtk-3-0'
  expect(resolvePackageNames(['libasound2', 'libgtk-3-0', 'libnss3'], { isKnown, osRelease: '' })).toEqual([
    'libasound2t64',
    'libgtk-3-0',
    'libnss3'
  ])
})

test('goes by the release where apt has no lists yet', () => {
  const names = (osRelease) => resolvePackageNames(['libgtk-3-0'], { isKnown: unknown, osRelease })[0]
  expect(names(debian12)).toBe('libgtk-3-0')
  expect(names(debian13)).toBe('libgtk-3-0t64')
  expect(names(ubuntu2204)).toBe('libgtk-3-0')
  expect(names(ubuntu2404)).toBe('libgtk-3-0t64')
  expect(names('')).toBe('libgtk-3-0')
})

test('SEC-11-12 root is told what will be installed and why', () => {
  const said = announceInstallation(['libnss3.so', 'Xvfb'], ['libnss3', 'xvfb'])
  expect(said).toContain("Electron can't start on this system without what it lacks: libnss3.so, Xvfb.")
  expect(said).toContain('\n  libnss3 xvfb\n')
})

test('what contains servers has packages, and is announced as what it is for', () => {
  expect(packagesFor(['bwrap', 'socat'])).toEqual(['bubblewrap', 'socat'])
  const said = announceInstallation(['bwrap', 'socat'], ['bubblewrap', 'socat'])
  expect(said).toContain("Servers can't be contained")
  expect(said).not.toContain('Electron')
  const both = announceInstallation(['libnss3.so', 'socat'], ['libnss3', 'socat'])
  expect(both).toContain("Electron can't start on this system without what it lacks: libnss3.so.\n")
  expect(both).toContain("Servers can't be contained on this system without what it lacks: socat.\n")
})
