import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { findRange } from './range.mjs'
import { isImperative } from './rules.mjs'

const commitlint = [
  inProject('node_modules/@commitlint/cli/cli.js'),
  '--config',
  inProject('commitlint.config.mjs')
]

/** The names of the rules that a message breaks. */
function brokenRules(message) {
  try {
    execFileSync(process.execPath, commitlint, { input: message, encoding: 'utf8', stdio: 'pipe' })
    return []
  } catch (error) {
    return [...error.stdout.matchAll(/✖.*\[([\w-]+)\]/gu)].map(([, rule]) => rule)
  }
}

it('accepts 71 characters with a folder as scope, an imperative, and a body of any length', () => {
  expect(brokenRules(`fix(composer): return ${'a'.repeat(49)}\n\n${'why '.repeat(60)}`)).toEqual([])
})

it('names the rules that a message breaks', () => {
  const rules = ['header-max-length', 'scope-known', 'subject-imperative']
  expect(brokenRules(`fix(nowhere): returns ${'a'.repeat(50)}`).sort()).toEqual(rules)
})

it('refuses a subject that starts with another form of a verb, or with no verb', () => {
  const accepted = ['add a', 'pass a', 'bring a', 'speed up', 'Process a']
  const refused = ['adds a', 'added a', 'adding a', 'the focus', 'what is']
  for (const subject of accepted) expect(isImperative({ subject })[0], subject).toBe(true)
  for (const subject of refused) expect(isImperative({ subject })[0], subject).toBe(false)
})

it('checks the commits since main, or the last one where there is no main', () => {
  const git = (answers) => (command) => answers[command] ?? null
  const branch = { 'rev-parse': 'b', 'merge-base': 'a', 'rev-list': '2' }
  expect(findRange(git(branch))).toEqual({ args: ['--from', 'a', '--to', 'b'], note: '2 commits since main' })
  expect(findRange(git({ 'rev-parse': 'b', 'merge-base': 'b' })).args).toBeNull()
  expect(findRange(git({ 'rev-parse': 'b' })).args).toEqual(['--last'])
  expect(findRange(git({})).note).toContain('no git checkout')
})
