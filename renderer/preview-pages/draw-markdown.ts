/** Runs in the page of a Markdown preview. HTML in the text is shown as text. */
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

declare global {
  var drawPreview: (text: string) => void
}

globalThis.drawPreview = (text) => {
  const root = document.querySelector('#root')
  if (root !== null) root.innerHTML = micromark(text, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
}
