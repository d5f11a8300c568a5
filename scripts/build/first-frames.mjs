// Draws the first frame of the window while building, for each language and kind of window, so that the page shows it before
// any script runs. Its styles become a part of the page. `main/page/page-document.ts` puts both together.

import { createHash } from 'node:crypto'
import vm from 'node:vm'
import { build } from 'vite'
import { inProject } from '../process/paths.mjs'

const languages = ['en', 'de']
const frames = ['wide', 'narrow', 'quick']

/**
 * As a plugin of the page.
 * @param {import('vite').InlineConfig} config with which the page's own scripts are built
 */
export function firstFrames(config) {
  return {
    name: 'parley:first-frames',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        checkSize(bundle)
        const page = bundle['index.html']
        page.source = withStyles(String(page.source), bundle)
        const script = await bundleFrame(config)
        for (const language of languages)
          for (const frame of frames) {
            const source = checked(await drawFrame(script, language, frame))
            this.emitFile({ type: 'asset', fileName: `frames/${language}-${frame}.html`, source })
          }
      }
    }
  }
}

/** Of the page's first script, with what it imports. React has 220 KB. */
const mostFirstBytes = 352_000

/** What the first frame doesn't show is loaded later, with `statePart` or `latePart`. */
export function checkSize(bundle) {
  const { fileName } = Object.values(bundle).find(({ isEntry }) => isEntry)
  const bytes = [...withImports(bundle, fileName)].reduce((sum, name) => sum + bundle[name].code.length, 0)
  if (bytes > mostFirstBytes)
    throw new Error(`${fileName} has ${bytes} bytes, and the first script may have ${mostFirstBytes}`)
}

function withImports(bundle, fileName, found = new Set()) {
  if (found.has(fileName) || bundle[fileName] === undefined) return found
  found.add(fileName)
  for (const imported of bundle[fileName].imports) withImports(bundle, imported, found)
  return found
}

/** Puts the linked style sheets into the page, with the hash by which the content policy allows them. */
export function withStyles(html, bundle) {
  const links = [...html.matchAll(/\s*<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/gu)]
  const css = links.map(([, file]) => String(bundle[file].source)).join('')
  if (css.includes('</')) throw new Error('a style sheet would end its own element')
  const others = links.reduce((text, [link]) => text.replace(link, ''), html)
  const hash = `sha256-${createHash('sha256').update(css).digest('base64')}`
  return others.replace('</head>', () => `  <style data-hash="${hash}">${css}</style>\n  </head>`)
}

/** One script without anything that is loaded later: the first frame doesn't show it. */
async function bundleFrame({ plugins, ...config }) {
  const { output } = await build({
    ...config,
    plugins: [...plugins, leaveForLater],
    ssr: { target: 'webworker', noExternal: true },
    build: {
      ssr: inProject('renderer/shell/first-frame.tsx'),
      write: false,
      minify: false,
      target: 'esnext',
      rolldownOptions: { output: { format: 'iife', name: 'page', codeSplitting: false } }
    }
  })
  return new vm.Script(output.find(({ isEntry }) => isEntry).code, { filename: 'first-frame.js' })
}

const leaveForLater = {
  name: 'parley:leave-for-later',
  enforce: 'pre',
  resolveDynamicImport(source) {
    return typeof source !== 'string' || source.includes('/compiled/') ? null : { id: source, external: true }
  }
}

/** In a page that has an address and nothing else. */
function drawFrame(script, language, frame) {
  const page = {
    location: { search: `?${language}-${frame}`, hash: `#${language}` },
    navigator: { platform: process.platform === 'darwin' ? 'MacIntel' : process.platform, userAgent: '' },
    localStorage: { getItem: () => null },
    document: { documentElement: {} },
    addEventListener: () => {},
    console,
    TextEncoder,
    btoa,
    // Only streams use it. A real one would keep the build from ending.
    MessageChannel: class {
      port1 = {}
      port2 = {}
    }
  }
  page.window = page
  script.runInContext(vm.createContext(page))
  return page.page.drawFirstFrame(language)
}

/** The focus is in the message box from the start, and what the content policy forbids isn't in the frame. */
function checked(html) {
  if (!/<textarea /u.test(html)) throw new Error('the first frame has no message box')
  if (/ style="|<script|<!--\$!/u.test(html)) throw new Error(`the first frame isn't plain:\n${html}`)
  return html.replace('<textarea ', '<textarea autofocus="" data-early="" ')
}
