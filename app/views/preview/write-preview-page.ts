/**
 * The page that draws what a model wrote. It runs only in a preview's frame, or in the user's browser. The text isn't
 * parsed here: the page itself compiles and formats it.
 */
import type { PreviewKind } from '../../contract/limits'

/** Parley's scripts that run inside of a page. `out/previews` has one file for each. */
export const previewScripts = ['markdown', 'react'] as const
export type PreviewScript = (typeof previewScripts)[number]

export interface PreviewPage {
  readonly kind: PreviewKind
  /** As the model wrote it; for `mermaid`, the drawing as SVG. */
  readonly text: string
  /** The script for this kind; '' for a kind that needs none. */
  readonly script: string
  /** The page reports what goes wrong to the page around it. */
  readonly isReporting: boolean
}

export function writePreviewPage({ kind, text, script, isReporting }: PreviewPage): string {
  const report = isReporting ? `<script>${reportProblems}</script>` : ''
  if (kind === 'html') return insertAfterDoctype(text, `${report}${whitePaper}`)
  const head = `<!doctype html><meta charset="utf-8">${report}`
  if (kind === 'svg' || kind === 'mermaid') return `${head}${whitePaper}${drawingStyle}<body>${text}`
  const style = kind === 'markdown' ? documentStyle : whitePaper
  return `${head}${style}<body><main id="root"></main><script>${withoutEnd(script)}</script><script>drawPreview(${toScriptText(text)})</script>`
}

/** On the first line, so that errors name the lines of the text. Without a doctype, browsers draw as in the nineties. */
function insertAfterDoctype(html: string, inserted: string): string {
  const [doctype = ''] = /^\s*(?:<!--(?:(?!-->)[\s\S]){0,2000}-->\s*)?<!doctype[^>]*>/i.exec(html) ?? []
  return `${doctype === '' ? '<!doctype html>' : doctype}${inserted}${html.slice(doctype.length)}`
}

/** A text within a script, which it can't end. */
function toScriptText(text: string): string {
  return JSON.stringify(text).replaceAll('<', '\\u003c')
}

/** In the strings of a script, these would end its element, or hide its end. */
function withoutEnd(script: string): string {
  return script.replaceAll('</script', String.raw`<\/script`).replaceAll('<!--', String.raw`<\!--`)
}

/** As a browser draws a page that names no colors. Any rule of the page wins. */
const whitePaper = '<style>:where(html){background:#fff;color:#000}</style>'

const drawingStyle =
  '<style>body{margin:0;min-height:100vh;display:grid;place-items:center}svg{max-width:100%;height:auto}</style>'

const documentStyle = `<style>
:root{color-scheme:light dark;background:Canvas;color:CanvasText}
body{max-width:46rem;margin:0 auto;padding:1.5rem;font:1rem/1.6 system-ui,sans-serif;overflow-wrap:anywhere}
pre,code{font:.875em/1.5 ui-monospace,monospace}
pre{padding:.75rem;overflow-x:auto;border:1px solid color-mix(in srgb,currentColor 20%,transparent);border-radius:6px}
table{border-collapse:collapse}
th,td{padding:.25rem .6rem;border:1px solid color-mix(in srgb,currentColor 20%,transparent)}
blockquote{margin-inline:0;padding-inline-start:1rem;border-inline-start:3px solid color-mix(in srgb,currentColor 30%,transparent)}
img{max-width:100%}
</style>`

/**
 * Runs before the page's own scripts. The page can send the same messages, so they are only shown. One line: see
 * `insertAfterDoctype`.
 */
const reportProblems = `
(() => {
  let left = 20
  const tell = (type, text) => {
    if (left > 0) parent.postMessage({ type, text: String(text).slice(0, 500) }, '*')
    left -= 1
  }
  tell('ready', '')
  addEventListener('error', ({ message, lineno, error }) => {
    if (error && error.previewProblem) tell(error.previewProblem, error.message)
    else tell('error', lineno > 1 ? message + ' (' + lineno + ')' : message)
  })
  addEventListener('unhandledrejection', ({ reason }) => tell('error', reason))
  addEventListener('securitypolicyviolation', ({ blockedURI }) => tell('blocked', blockedURI))
})()
`.replace(/\s*\n\s*/g, ';')
