import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { titlesOf } from '../titles/titles'
import { findings } from './table'

const root = fileURLToPath(new URL('../../..', import.meta.url))

it.each(Object.entries(findings))('%s: each finding has a test that runs and names it', (name, list) => {
  const untested = list.filter(([, file, words]) => {
    const place = path.join(root, file)
    if (!existsSync(place)) return true
    const titles = titlesOf(file, readFileSync(place, 'utf8'))
    return !titles.some((title) => ` ${title}`.includes(` ${name} `) && title.includes(words))
  })
  expect(untested).toEqual([])
})

it('all twelve groups are there', () => {
  expect(Object.keys(findings)).toEqual(Array.from({ length: 12 }, (_, at) => `SEC-11-${at + 1}`))
})
