// A new package must not bring an install script that wasn't reviewed.

import fs from 'node:fs'
import { expect, test } from 'vitest'
import { inProject, root } from '../process/paths.mjs'
import { goneScripts, lookAt, unreadScripts } from './install-scripts.mjs'

const nothing = () => ({ manifest: undefined, hasGyp: false })
const ours = JSON.parse(fs.readFileSync(inProject('package-lock.json'), 'utf8')).packages

test('SEC-11-12 a package that the lock marks is refused until it is named', () => {
  const packages = {
    '': {},
    'node_modules/tldjs': { hasInstallScript: true },
    'node_modules/a/node_modules/@x/new': { hasInstallScript: true },
    'node_modules/alias': { name: 'real', hasInstallScript: true }
  }
  expect(unreadScripts(packages, nothing)).toEqual(['@x/new', 'real'])
})

test('one whose mark is missing from the lock is found by what is installed', () => {
  const looks = {
    'node_modules/a': { manifest: { scripts: { postinstall: 'node steal.js' } }, hasGyp: false },
    'node_modules/b': { manifest: { scripts: { test: 'vitest' } }, hasGyp: false },
    'node_modules/c': { manifest: {}, hasGyp: true }
  }
  const packages = Object.fromEntries(Object.keys(looks).map((place) => [place, {}]))
  expect(unreadScripts(packages, (place) => looks[place])).toEqual(['a', 'c'])
})

test('every script of ours was read, and every name is still there', () => {
  expect(unreadScripts(ours, (place) => lookAt(root, place))).toEqual([])
  expect(goneScripts(ours)).toEqual([])
  expect(goneScripts({ 'node_modules/tldjs': {} })).toEqual(['electron-winstaller', 'esbuild'])
})

test('SEC-11-12 a plain `npm install` runs none either', () => {
  expect(fs.readFileSync(inProject('.npmrc'), 'utf8')).toMatch(/^ignore-scripts=true$/mu)
})
