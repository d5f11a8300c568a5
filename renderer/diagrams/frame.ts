/**
 * The page in which diagrams are drawn, apart from the window: laying one out takes a document, and what models write may
 * keep it busy for ever. Nobody sees this page. The host calls `drawDiagram` and ends the page when it takes too long.
 */
import mermaid from 'mermaid'
import { asPicture } from './as-picture'

declare global {
  var drawDiagram: (code: string) => Promise<{ readonly svg: string } | { readonly problem: string }>
}

// What a diagram says of its own settings changes none of these.
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
  // Words of the drawing itself: HTML within it isn't drawn everywhere.
  htmlLabels: false,
  fontFamily: 'sans-serif',
  maxTextSize: 50_000,
  maxEdges: 1_000,
  logLevel: 'fatal',
  theme: 'default'
})

globalThis.drawDiagram = async (code) => {
  const sheet = document.createElement('div')
  // Some diagrams are as wide as what they stand in.
  sheet.style.width = '1000px'
  document.body.replaceChildren(sheet)
  try {
    const { svg } = await mermaid.render('diagram', code, sheet)
    return { svg: asPicture(svg) }
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    // What the grammar could have taken in its place are the names of its parts.
    return { problem: problem.split('\nExpecting')[0] ?? problem }
  } finally {
    document.body.replaceChildren()
  }
}
