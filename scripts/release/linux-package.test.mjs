// The arguments are those that electron-builder 26 gives to fpm.

import { expect, test } from 'vitest'
import { readCall, writeControl, writeSpec } from './linux-package.mjs'

const args = (target) => [
  ...['-s', 'dir', '--force', '-t', target, '-d', 'libgtk-3-0', '-d', '(nss or mozilla-nss)'],
  ...['--deb-recommends', 'bubblewrap', '--deb-compression', 'xz', '--architecture', 'amd64'],
  ...['--after-install', '/tmp/install', '--after-remove', '/tmp/remove'],
  ...['--description', 'A desktop host\n Asks you before anything runs\n\n 100% yours', '--version', '1.2.0'],
  ...[
    '--package',
    '/dist/parley.deb',
    '--name',
    'parley',
    '--maintainer',
    'A <a@b.org>',
    '--vendor',
    'A <a@b.org>'
  ],
  ...[
    '--url',
    'https://b.org',
    '--license',
    'MIT',
    '/dist/linux-unpacked/=/opt/Parley',
    '/i.png=/usr/share/i.png'
  ]
]

test('describes the .deb as Debian wants it', () => {
  const call = readCall(args('deb'))
  expect(call.compression).toBe('xz')
  expect(call.files).toEqual([
    { from: '/dist/linux-unpacked/', to: '/opt/Parley' },
    { from: '/i.png', to: '/usr/share/i.png' }
  ])
  expect(writeControl(call, 2049)).toBe(`Package: parley
Version: 1.2.0
License: MIT
Vendor: A <a@b.org>
Architecture: amd64
Maintainer: A <a@b.org>
Installed-Size: 3
Depends: libgtk-3-0, (nss or mozilla-nss)
Recommends: bubblewrap
Section: devel
Priority: optional
Homepage: https://b.org
Description: A desktop host
 Asks you before anything runs
 .
 100% yours
`)
})

test('describes the .rpm so that an update keeps the files of the newer version', () => {
  const contents = {
    folder: '/tmp/files',
    names: ['opt/Parley/100%'],
    afterInstall: 'ln a b',
    afterRemove: 'rm b'
  }
  const spec = writeSpec(readCall(args('rpm')), contents)
  expect(spec).toContain('Requires: (nss or mozilla-nss)\n')
  expect(spec).toContain('[ "$1" = 0 ] || exit 0\nrm b\n')
  expect(spec).toContain('"/opt/Parley/100%%"\n')
})
