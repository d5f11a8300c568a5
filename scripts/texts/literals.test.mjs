// That .oxlintrc.texts.json tells texts from codes: the real rules, run over samples.

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { runNode } from '../process/run.mjs'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'parley-literals-'))
afterAll(() => fs.rmSync(folder, { recursive: true }))

/** The reported lines of `source`, counted from 1. */
async function linesTold(file, source) {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  fs.writeFileSync(path.join(folder, file), source)
  if (!fs.existsSync(path.join(folder, 'node_modules'))) {
    // Globs in the file are relative to its folder.
    fs.copyFileSync(inProject('.oxlintrc.texts.json'), path.join(folder, '.oxlintrc.texts.json'))
    // Without one file that counts, oxlint says so and nothing else.
    fs.mkdirSync(path.join(folder, 'app'), { recursive: true })
    fs.writeFileSync(path.join(folder, 'app/empty.ts'), 'export {}\n')
    fs.symlinkSync(inProject('node_modules'), path.join(folder, 'node_modules'), 'junction')
  }
  const { output } = await runNode(
    inProject('node_modules/oxlint/bin/oxlint'),
    ['--config=.oxlintrc.texts.json', '--format=json', file, 'app/empty.ts'],
    { cwd: folder }
  )
  const told = JSON.parse(output).diagnostics.filter(({ code }) => /^(?:i18next|react)\(/u.test(code))
  return [...new Set(told.map(({ labels }) => labels[0].span.line))].sort((a, b) => a - b)
}

/** Each line is independent, so that the number of a reported line identifies it. */
const allOf = (lines) => lines.map((_, index) => index + 1)

test('reports texts in the page, even a single small word', async () => {
  const lines = [
    'export const a = <p>Nothing is here</p>',
    'export const b = <p>done</p>',
    'export const c = <button aria-label="close" />',
    'export const d = <Field label="Name" />',
    'export const e = <img alt="A map" />',
    'export const f = <p title={`Remove ${name}`} />',
    "export const g = <p>{isOpen ? 'It is open' : null}</p>"
  ]
  expect(await linesTold('renderer/shown.tsx', lines.join('\n'))).toEqual(allOf(lines))
})

test('reports texts in tables, notices and sentences', async () => {
  const lines = [
    "export const a = { stopped: 'Not running' }",
    "notify('It was saved')",
    'export const b = () => `${count} servers are left`',
    "document.title = 'Settings'",
    "throw new HostError('LINK_REFUSED', 'It was not opened.')"
  ]
  expect(await linesTold('renderer/said.ts', lines.join('\n'))).toEqual(allOf(lines))
})

test('reports literals in the core that belong in the catalogue', async () => {
  const lines = [
    "throw new HostError('MODEL_NO_KEY', 'There is no key.')",
    "alert(quote('The key is gone.'))",
    'export const reason = `It stopped with ${code}`'
  ]
  expect(await linesTold('app/models/sayings.ts', lines.join('\n'))).toEqual(allOf(lines))
  expect(await linesTold('app/models/anthropic/told-to-models.ts', lines.join('\n'))).toEqual([])
})

test('codes, selectors, addresses, names and lines of the log are not', async () => {
  const lines = [
    'export const a = <p className="b c" role="alert" data-part="body">·</p>',
    "export const b = state === 'Stopped by hand' ? 'primary' : 'quiet'",
    "if (event.key === 'ArrowDown') field.querySelector('main textarea')",
    'export const c = `data:${type};base64,${data}`',
    "log.warn('the file could not be read', { error })",
    "throw new Error('This is a bug')",
    "document.title = 'Parley'",
    "export const d = matchMedia('(prefers-color-scheme: dark)')",
    'export const e = <p>{texts.close()}</p>'
  ]
  expect(await linesTold('renderer/codes.tsx', lines.join('\n'))).toEqual([])
})
