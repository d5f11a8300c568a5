/** Markdown to HTML, for files. Ignores HTML in the Markdown, and keeps only readable links. */
import { micromark } from 'micromark'
import { gfm, gfmHtml } from 'micromark-extension-gfm'

/** The output for a picture. Every other `<` is escaped. */
const pictures = /<img src="([^"]*)" alt="([^"]*)"(?: title="[^"]*")? ?\/?>/g

export function renderMarkdown(markdown: string): string {
  const html = micromark(markdown, { extensions: [gfm()], htmlExtensions: [gfmHtml()] })
  // A remote picture would tell its server who reads the file.
  return html.replaceAll(pictures, (_picture, src: string, alt: string) =>
    src === '' ? alt : `<a href="${src}">${alt === '' ? src : alt}</a>`
  )
}
