// The documents as a site, built by `npm run site`. scripts/site.mjs copies the pages to where VitePress reads them.

import path from 'node:path'
import { readProduct, siteBase } from '../../scripts/release/product.mjs'
import { contents } from '../../scripts/site/contents.mjs'
import { pagesFolder, siteFolder } from '../../scripts/site/folders.mjs'
import { cacheFolder } from '../../scripts/process/paths.mjs'

const base = siteBase(readProduct())

export default {
  title: 'Parley',
  base,
  head: [['link', { rel: 'icon', href: `${base}icon.svg` }]],
  description: 'A desktop app that connects language models to MCP servers, and asks before anything runs',
  srcDir: pagesFolder,
  outDir: siteFolder,
  cacheDir: path.join(cacheFolder, 'vitepress'),
  // Documents quote tags and code of other languages. None of them is meant as HTML or as a Vue template.
  markdown: { html: false, attrs: { disable: true }, config: escapeTemplates },
  themeConfig: {
    sidebar: contents,
    search: { provider: 'local', options: { detailedView: false } },
    docFooter: { prev: false, next: false }
  }
}

/** Vue would evaluate `{{ }}` in text. */
function escapeTemplates(markdown) {
  const { text } = markdown.renderer.rules
  markdown.renderer.rules.text = (...args) => text(...args).replaceAll('{{', '&#123;&#123;')
}
