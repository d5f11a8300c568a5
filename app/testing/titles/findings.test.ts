/**
 * A security review with working attacks had findings in twelve groups. The title of each finding's test begins with the id of
 * its group. This is the list of groups, with how many tests each has at least.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { listTestTitles } from './test-titles'

const root = path.resolve(import.meta.dirname, '../../..')
const leastTests = {
  'SEC-11-1': 25,
  'SEC-11-2': 10,
  'SEC-11-3': 10,
  'SEC-11-4': 32,
  'SEC-11-5': 10,
  'SEC-11-6': 13,
  'SEC-11-7': 22,
  'SEC-11-8': 29,
  'SEC-11-9': 13,
  'SEC-11-10': 13,
  'SEC-11-11': 25,
  'SEC-11-12': 13
}

const titles = ['app', 'main', 'preload', 'renderer', 'scripts', 'e2e']
  .flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      path.join(root, folder, name)
    )
  )
  .filter((file) => /\.(?:test|spec)\.(?:tsx?|mjs)$/u.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(({ text }) => text.includes('SEC-11-'))
  .flatMap(({ file, text }) => listTestTitles(file, text))

it.each(Object.entries(leastTests))('keeps the tests of the findings %s', (id, least) => {
  const own = titles.filter((title) => ` ${title}`.includes(` ${id} `))
  expect(own.length).toBeGreaterThanOrEqual(least)
})
