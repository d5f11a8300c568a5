/**
 * The page in which diagrams are drawn, separate from the window: layout needs a document, and a model's diagram may
 * take forever. This page is never shown. The host calls `drawDiagram` and ends the page if it takes too long.
 */
import mermaid from 'mermaid'
import { asPicture } from './as-picture'

declare global {
  var drawDiagram: (code: string) => Promise<{ readonly svg: string } | { readonly problem: string }>
}

// A diagram's own settings can't change any of these.
const ownSettings = [
  'securityLevel',
  'maxTextSize',
  'maxEdges',
  'htmlLabels',
  'themeCSS',
  'fontFamily',
  'logLevel'
]

mermaid.initialize({
  startOnLoad: false,
  suppressErrorRendering: true,
  securityLevel: 'strict',
  secure: ['secure', 'startOnLoad', 'suppressErrorRendering', ...ownSettings],
  // Plain SVG text, because HTML within it isn't drawn everywhere.
  htmlLabels: false,
  fontFamily: 'sans-serif',
  maxTextSize: 50_000,
  maxEdges: 1_000,
  logLevel: 'fatal',
  theme: 'default'
})

globalThis.drawDiagram = async (code) => {
  const sheet = document.createElement('div')
  // Some diagrams are as wide as their container.
  sheet.style.width = '1000px'
  document.body.replaceChildren(sheet)
  try {
    const { svg } = await mermaid.render('diagram', code, sheet)
    return { svg: asPicture(svg) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    // The alternatives that the grammar lists are internal names.
    return { problem: problem.split('\nExpecting')[0] ?? problem }
  } finally {
    document.body.replaceChildren()
  }
}
