/** Markdown to HTML, for files. HTML in the Markdown is not passed, and addresses are kept only in readable links. */
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** What the writer makes of a picture; all other signs of this form are written out. */
const pictures = /<img src="([^"]*)" alt="([^"]*)"(?: title="[^"]*")? ?\/?>/g

export function layOutMarkdown(markdown: string): string {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  // A remote picture would tell its server who reads the file.
  return html.replaceAll(pictures, (_picture, src: string, alt: string) =>
    src === '' ? alt : `<a href="${src}">${alt === '' ? src : alt}</a>`
  )
}
