// Most of electron-builder.yml is for systems that this computer isn't.

import fs from 'node:fs'
import { createRequire } from 'node:module'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { inProject } from '../process/paths.mjs'
import { describePublisher, readProduct } from './product.mjs'

const own = parse(fs.readFileSync(inProject('electron-builder.yml'), 'utf8'))
const configuration = {
  ...own,
  ...describePublisher(readProduct()),
  linux: { ...own.linux, maintainer: 'a' }
}

/** electron-builder's own check, which it makes before it builds. */
function validate(value) {
  const ofBuilder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
  const { validateSchema } = ofBuilder('app-builder-lib/out/util/config/schemaValidator')
  validateSchema(ofBuilder('app-builder-lib/scheme.json'), value, { name: 'electron-builder' })
}

test('is a configuration that electron-builder accepts for all three systems', () => {
  expect(() => validate({ ...configuration, nsis: { perUser: true } })).toThrow('configuration.nsis')
  expect(() => validate(configuration)).not.toThrow()
})

test('makes each package once, under a name of its own', () => {
  const targets = {
    linux: own.linux.target,
    mac: own.mac.target.map(({ target }) => target),
    win: own.win.target
  }
  expect(targets).toEqual({
    linux: ['AppImage', 'deb', 'rpm', 'tar.gz'],
    mac: ['dmg', 'zip'],
    win: ['nsis', 'portable', 'msi']
  })
  const extensions = { nsis: 'exe', portable: 'exe' }
  const names = Object.entries(targets).flatMap(([system, kinds]) =>
    kinds.map((kind) =>
      (own[kind]?.artifactName ?? own.artifactName)
        .replace('${os}', system)
        .replace('${ext}', extensions[kind] ?? kind)
    )
  )
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toContain('${arch}')
})

test('has the fuses of a release, and leaves unused abilities of the runtime off', () => {
  expect(own.electronFuses).toEqual({
    runAsNode: false,
    enableCookieEncryption: true,
    enableNodeOptionsEnvironmentVariable: false,
    enableNodeCliInspectArguments: false,
    enableEmbeddedAsarIntegrityValidation: true,
    onlyLoadAppFromAsar: true,
    loadBrowserProcessSpecificV8Snapshot: false,
    grantFileProtocolExtraPrivileges: false
  })
  expect(own.mac).toMatchObject({ hardenedRuntime: true, notarize: true })
  const entitlements = fs.readFileSync(inProject(own.mac.entitlements), 'utf8')
  expect(entitlements.match(/<key>.*<\/key>/gu)).toEqual(['<key>com.apple.security.cs.allow-jit</key>'])
  expect(own.nsis).toMatchObject({ perMachine: false, deleteAppDataOnUninstall: false })
})

test('names files that exist', () => {
  const files = [
    own.mac.entitlements,
    own.mac.icon,
    own.win.icon,
    own.nsis.include,
    'resources/icons/512x512.png'
  ]
  expect(files.filter((file) => !fs.existsSync(inProject(file)))).toEqual([])
})
