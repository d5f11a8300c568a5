// The twelve things that Parley is built from: the main process, the six programs and threads that it starts beside itself,
// the preload, the page, the one in which diagrams are drawn, and two scripts for the pages of previews. Each is one Vite
// configuration, except what shares most of its code with the main process. Production and development differ in minification,
// source maps and NODE_ENV only.

import react from '@vitejs/plugin-react'
import { isBuiltin } from 'node:module'
import path from 'node:path'
import { inProject, root } from '../process/paths.mjs'
import { asciiOnly } from './ascii-only.mjs'
import { compiledEntry } from './code-cache/compiled-entry.mjs'
import { firstFrames } from './first-frames.mjs'
import { refuseHtmlSinks } from './html-sinks.mjs'
import { listLicences } from './licences.mjs'
import { packLate } from './pack-late.mjs'
import { pdfFiles } from './pdf-files.mjs'
import { spellingFiles } from './spelling-files.mjs'
import { styleLayers } from './style-layers.mjs'

/** Folder names relative to the project; `output` must exist after a build. `builtWith` shares files with that target. */
export const targets = {
  main: { entry: 'main/index.ts', output: 'out/main/index.js' },
  mcp: { entry: 'app/mcp/gateway/process.ts', output: 'out/main/mcp-process.js', builtWith: 'main' },
  schemas: { entry: 'app/mcp/schemas/schema-worker.ts', output: 'out/main/schema-worker.js' },
  history: { entry: 'app/history/history-worker.ts', output: 'out/main/history-worker.js' },
  scripts: { entry: 'app/scripts/script-worker.ts', output: 'out/main/script-worker.js' },
  archives: {
    entry: 'app/archives/thread/archive-worker.ts',
    output: 'out/main/archives-worker.js',
    builtWith: 'main'
  },
  spelling: { entry: 'app/spelling/spelling-worker.ts', output: 'out/main/spelling-worker.js' },
  preload: { entry: 'preload/index.ts', output: 'out/preload/index.cjs' },
  diagrams: { entry: 'renderer/diagrams/index.html', output: 'out/diagrams/index.html' },
  markdown: { entry: 'renderer/preview-pages/draw-markdown.ts', output: 'out/previews/markdown.js' },
  react: { entry: 'renderer/preview-pages/draw-react.ts', output: 'out/previews/react.js' },
  renderer: { entry: 'renderer/index.html', output: 'out/renderer/index.html' }
}

/**
 * Which chunks are read before the first frame, besides what these import. All others are packed; to unpack what a start reads
 * behind the window takes 9 ms of the processor, a hundredth of it.
 */
const early = {
  main: ({ fileName }) => fileName === 'main-entry.js',
  // The first script waits for the texts of another language, and the page for what shows the host's state.
  renderer: ({ isEntry, fileName, facadeModuleId, name }) =>
    isEntry ||
    fileName.endsWith('.html') ||
    name === 'state' ||
    /[\\/]texts[\\/]compiled[\\/]\w+-frame\.ts$/u.test(facadeModuleId ?? '')
}

// The oldest runtime that Parley starts on: Electron 33 has Node 20.18 and Chromium 130.
const nodeTarget = 'node20.18'
const pageTarget = 'chrome130'

/**
 * @param {keyof typeof targets} name
 * @param {{ production: boolean }} options
 * @returns {import('vite').InlineConfig}
 */
export function viteConfig(name, { production }) {
  const define = { 'process.env.NODE_ENV': JSON.stringify(production ? 'production' : 'development') }
  const shared = {
    define,
    configFile: false,
    envDir: false,
    mode: production ? 'production' : 'development',
    logLevel: 'warn',
    clearScreen: false
  }
  const { entry } = targets[name]
  if (name === 'renderer') return { ...shared, ...pageConfig({ production, shared }) }
  if (name === 'diagrams') return { ...shared, ...diagramsConfig({ production }) }
  if (name === 'markdown' || name === 'react')
    return { ...shared, ...previewConfig({ name, production, entry }) }
  if (name === 'preload') return { ...shared, ...preloadConfig({ production, entry }) }
  return { ...shared, ...nodeConfig({ name, production, define }) }
}

/** By name: a target, and those that are built with it. */
function targetsOf(name) {
  return Object.entries(targets).filter(([other, { builtWith }]) => other === name || builtWith === name)
}

/** Packages of which a part is used, and which no bundler can take apart. */
const partsOnly = [
  {
    find: './core/error-classes.mjs',
    replacement: inProject('scripts/build/parts/anthropic-error-classes.mjs')
  },
  { find: /^undici$/u, replacement: inProject('scripts/build/parts/undici.cjs') },
  {
    find: '@modelcontextprotocol/client/_shims',
    replacement: inProject('scripts/build/parts/client-shims.mjs')
  }
]

function nodeConfig({ name, production, define }) {
  const together = targetsOf(name)
  return {
    root,
    publicDir: false,
    plugins: [
      ...(name === 'history' ? [refuseSchemas] : []),
      ...(name === 'spelling' ? [spellingFiles] : []),
      listLicences(name, { production }),
      production && asciiOnly,
      compiledEntry(
        Object.fromEntries(together.map(([one, { output }]) => [one, path.posix.basename(output)]))
      ),
      production && packLate(early[name])
    ],
    define: { ...define, 'import.meta.filename': '__filename', 'import.meta.dirname': '__dirname' },
    resolve: { alias: partsOnly },
    // libsql holds a native library, which is found by its place in node_modules.
    ssr: { target: 'node', noExternal: true, external: ['electron', 'libsql'] },
    build: {
      ssr: true,
      outDir: inProject('out/main'),
      emptyOutDir: false,
      target: nodeTarget,
      minify: production,
      sourcemap: !production,
      reportCompressedSize: false,
      rolldownOptions: {
        input: Object.fromEntries(together.map(([one, { entry }]) => [one, inProject(entry)])),
        external: ['electron', /^electron\//u, 'libsql', /^node:/u],
        output: {
          // Only what is no module of its own can be run with what was compiled of it before.
          format: 'cjs',
          entryFileNames: '[name]-entry.js',
          // Dynamic imports become separate files. The first frame of the window doesn't wait for the core, and most
          // starts don't load libraries of models and languages that aren't in use.
          codeSplitting: true,
          chunkFileNames: `${name}-[name].js`,
          // Names of functions and classes make stack traces in log files readable.
          keepNames: true
        }
      }
    }
  }
}

function preloadConfig({ production, entry }) {
  return {
    root,
    publicDir: false,
    plugins: [refuseNodeModules, listLicences('preload', { production })],
    build: {
      outDir: inProject('out/preload'),
      emptyOutDir: true,
      target: pageTarget,
      minify: production,
      sourcemap: production ? false : 'inline',
      modulePreload: false,
      reportCompressedSize: false,
      lib: { entry: inProject(entry), formats: ['cjs'], fileName: () => 'index.cjs' },
      rolldownOptions: { external: ['electron'], output: { codeSplitting: false } }
    }
  }
}

/** A sandboxed preload has no Node modules; without this the import would become an empty object. */
const refuseNodeModules = {
  name: 'parley:refuse-node-modules',
  enforce: 'pre',
  resolveId(source, importer) {
    if (isBuiltin(source))
      this.error(`${importer ?? 'the preload'} imports ${source}; a sandboxed preload has no Node modules`)
  }
}

/**
 * Schemas are checked by the host: in the page and beside the database they would cost the start, and the content policy
 * of the page forbids what they do.
 */
const refuseSchemas = {
  name: 'parley:refuse-schemas',
  enforce: 'pre',
  resolveId(source, importer) {
    if (source === 'zod') this.error(`${importer} came with its schemas; import its types only`)
  }
}

/** The build for browsers has the document decode `&amp;` for it, by an HTML sink; the other one has a table. */
const withoutDocument = {
  'decode-named-character-reference': inProject('node_modules/decode-named-character-reference/index.js')
}

/**
 * Puts what the first frame needs into one file. Otherwise, code that it shares with later parts would be in separate files,
 * and each would be requested, read and checked before the first frame.
 */
const firstFrame = { name: 'first', tags: ['$initial'] }

/** What is drawn with the host's state, in one file. */
const stateParts = {
  name: 'state',
  test: /[\\/](?:frame-parts|page-parts|composer-parts|model-picker)\.tsx?$/u
}

/** What a conversation with messages draws, in one file. */
const messages = { name: 'messages', test: /[\\/]messages[\\/]message-list\.tsx$/u }

/** What loads when the page is idle, in one file. Each file costs 2 ms in the main process and 2 ms in the page. */
const idleParts = {
  name: 'idle',
  test: /[\\/](?:consent-layer|controls[\\/]menu|command-menu[\\/]command-menu|settings-dialog|servers-dialog)\.tsx$/u
}

function pageConfig({ production, shared }) {
  const bundled = new Map()
  const page = {
    root: inProject('renderer'),
    // The page is app://…/: an absolute base keeps lazily loaded parts right on every route.
    base: '/',
    publicDir: false,
    resolve: { alias: withoutDocument }
  }
  const plugins = [react(), refuseSchemas, styleLayers]
  return {
    ...page,
    plugins: [
      ...plugins,
      refuseHtmlSinks,
      pdfFiles,
      listLicences('renderer', { production, found: bundled }),
      production && asciiOnly,
      production && firstFrames({ ...shared, ...page, plugins }),
      production && packLate(early.renderer)
    ],
    worker: { format: 'es', plugins: () => [listLicences('renderer', { production, found: bundled })] },
    build: {
      outDir: inProject('out/renderer'),
      emptyOutDir: true,
      target: pageTarget,
      cssTarget: pageTarget,
      minify: production,
      sourcemap: !production,
      modulePreload: { polyfill: false },
      // The content policy allows files of the app only, so nothing may become a data: address.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      rolldownOptions: {
        output: { codeSplitting: { groups: [firstFrame, stateParts, messages, idleParts] } }
      }
    }
  }
}

/** Goes into a page as text, so it is one file without imports. */
function previewConfig({ name, production, entry }) {
  return {
    root,
    publicDir: false,
    // The development build of React is five times as large.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    plugins: [listLicences(name, { production }), production && packLate()],
    resolve: { alias: withoutDocument },
    build: {
      // No start waits for it.
      chunkSizeWarningLimit: 1_000,
      outDir: inProject('out/previews'),
      emptyOutDir: false,
      target: pageTarget,
      minify: production,
      sourcemap: false,
      modulePreload: false,
      reportCompressedSize: false,
      lib: { entry: inProject(entry), formats: ['iife'], name: 'preview', fileName: () => `${name}.js` }
    }
  }
}

/** What draws diagrams makes elements out of text; that is why it has a page of its own, which shows nothing. */
function diagramsConfig({ production }) {
  return {
    root: inProject('renderer/diagrams'),
    base: '/',
    publicDir: false,
    plugins: [listLicences('diagrams', { production }), production && packLate()],
    build: {
      // No start waits for it.
      chunkSizeWarningLimit: 2_000,
      outDir: inProject('out/diagrams'),
      emptyOutDir: true,
      target: pageTarget,
      minify: production,
      sourcemap: !production,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      reportCompressedSize: false
    }
  }
}
