import fs from 'node:fs'
import { expect, test } from 'vitest'
import { inProject } from '../process/paths.mjs'
import { contents } from './contents.mjs'
import { pagePath, rootPages } from './stage-page.mjs'

test('lists every document once', () => {
  const documents = fs.readdirSync(inProject('docs'), { recursive: true }).map((name) => `docs/${name}`)
  const pages = [...Object.keys(rootPages), ...documents.filter((name) => name.endsWith('.md'))]
  const links = pages.map((file) => `/${pagePath(file).replace(/(?:(?<=^|\/)index)?\.md$/u, '')}`)
  expect(contents.flatMap(({ items }) => items.map(({ link }) => link)).sort()).toEqual(links.sort())
})
