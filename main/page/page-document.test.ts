import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { contentPolicy, withStyle } from './content-policy'
import { readPageDocument } from './page-document'

const page = '<html lang="en"><style data-hash="sha256-aB+/=">a{}</style><div id="root"></div></html>'
let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'parley-page-'))
  mkdirSync(path.join(folder, 'frames'))
  writeFileSync(path.join(folder, 'index.html'), page)
  writeFileSync(path.join(folder, 'frames', 'de-wide.html'), '<nav>$& breit</nav>')
})
afterEach(() => rmSync(folder, { recursive: true }))

it('contains the first frame of its language and width', async () => {
  const { html } = await readPageDocument(folder, '?de-wide')
  expect(html).toBe(
    '<html lang="de"><style data-hash="sha256-aB+/=">a{}</style><div id="root"><nav>$& breit</nav></div></html>'
  )
})

it.each(['', '?x', '?de-../index'])('begins empty for %j', async (query) => {
  expect((await readPageDocument(folder, query)).html).toBe(page)
})

it('allows its own style element only', async () => {
  const { styleSource } = await readPageDocument(folder, '')
  expect(withStyle(contentPolicy, styleSource)).toContain("style-src 'self' 'sha256-aB+/=';")
})
