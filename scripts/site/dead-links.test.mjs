import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findDeadLinks } from './dead-links.mjs'

let folder

beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'site-'))
})

afterEach(() => fs.rmSync(folder, { recursive: true }))

test('finds links to pages, headings and pictures that do not exist', () => {
  fs.mkdirSync(path.join(folder, 'guides'))
  fs.writeFileSync(path.join(folder, 'index.html'), '<h2 id="é">x</h2><a href="/app/guides/">a</a>')
  fs.writeFileSync(
    path.join(folder, 'guides', 'index.html'),
    `<a href="../#%C3%A9">a</a><a href="/app/#gone">b</a><a href="gone.html">c</a><img src="/app/gone.png">
     <a href="/guides/">outside of its folder</a>
     <a href="https://a.example/gone">d</a><a href="mailto:a@a.example">e</a>`
  )
  expect(findDeadLinks(folder, '/app/')).toEqual([
    '/app/guides/index.html: /app/#gone',
    '/app/guides/index.html: gone.html',
    '/app/guides/index.html: /app/gone.png',
    '/app/guides/index.html: /guides/'
  ])
})
