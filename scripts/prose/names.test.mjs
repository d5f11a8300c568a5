import { expect, it } from 'vitest'
import { findStaleNames, listWords } from './names.mjs'

const source = 'const openFolder = 1 // closedFolder\np.style = { color: "var(--text)" }'
const known = {
  paths: ['app/consent/ask.ts', 'app/consent/answer-trust.ts', 'renderer/ui/box.css'],
  words: new Set(listWords({ file: 'a.ts', text: source })),
  scripts: ['check'],
  elsewhere: ['BlockList']
}
const stale = (file, text) => findStaleNames({ file, text }, known)

it('finds files, folders, scripts, tokens and identifiers that do not exist', () => {
  for (const name of [
    'gone.ts',
    'app/gone',
    'app/consent/gone.ts',
    'npm run gone',
    '--gone',
    'goneFolder',
    'a.GoneType()'
  ])
    expect(stale('a.md', `See \`${name}\`.`)).toEqual([`a.md:1 \`${name}\` doesn't exist`])
})

it('accepts names that exist, in full or in part, and those of other programs', () => {
  const names = [
    'ask.ts',
    'consent/ask.ts',
    'app/consent/',
    'app/*/answer-*.ts',
    '{ask,answer-trust}.ts',
    'npm run check types'
  ]
  for (const name of [...names, '--text', 'openFolder', 'state.openFolder()', 'BlockList'])
    expect(stale('a.md', `See \`${name}\`.`)).toEqual([])
})

it('judges no values, terms of protocols and code', () => {
  for (const code of ['tools/list', '/home/ada/a.md', 'true', 'a => b', '{ goneFolder: 1 }', 'settings.json'])
    expect(stale('a.md', `See \`${code}\`.`)).toEqual([])
})

it('reads comments of code with their lines, and no other code', () => {
  expect(stale('a.ts', 'const a = `goneFolder`\n/**\n * Calls `goneFolder`.\n */\n')).toEqual([
    "a.ts:3 `goneFolder` doesn't exist"
  ])
})

it('counts no name as existing because a comment has it', () => {
  expect(stale('a.md', '`closedFolder`')).toHaveLength(1)
})
