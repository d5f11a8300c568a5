/**
 * Conversations as one self-contained page. It has no scripts and no network access, and its policy forbids both. Its
 * content comes from models, servers and others, so it is text or Markdown without HTML.
 */
import type { ArchivedConversation } from '../archived-conversation'
import { selectShownBranch } from '../archived-conversation'
import { oneLine, splitSections, titleMessage } from './sections'
import type { Section } from './sections'

/** Markdown as HTML, without HTML in the Markdown; null: it would have taken too long. */
export type RenderMarkdown = (markdown: string) => Promise<string | null>

/** Image types that can't contain a program. */
const pictures = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp'])

const style = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}body{max-width:46rem;margin:2rem auto;padding:0 1rem}
article{margin:1.5rem 0;padding:.1rem 1rem;border-left:3px solid #8888}article.user{border-color:#4a7dcf}
h2{font-size:1rem;opacity:.75}pre{overflow:auto;padding:.75rem;background:#8882;white-space:pre-wrap;overflow-wrap:anywhere}
table{border-collapse:collapse}td,th{border:1px solid #8888;padding:.2rem .5rem}img{max-width:100%}.note{opacity:.75;font-style:italic}`

const policy =
  "default-src 'none'; img-src data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

export function htmlHead(title: string, language: string): string {
  return `<!doctype html>
<html lang="${escaped(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title>${escaped(oneLine(title))}</title>
<style>${style}</style>
</head>
<body>
`
}

export const htmlEnd = '</body>\n</html>\n'

/** Message by message, because a long conversation is never one text. */
export async function* toHtml(
  conversation: ArchivedConversation,
  layOut: RenderMarkdown
): AsyncGenerator<string> {
  yield `<h1>${escaped(oneLine(conversation.summary.title))}</h1>\n`
  for (const message of selectShownBranch(conversation)) {
    const at = new Date(message.createdAt).toISOString()
    yield `<article class="${message.role}">\n<h2>${escaped(titleMessage(message))} <time datetime="${at}">${at}</time></h2>\n`
    for (const section of splitSections(message)) yield await toElements(section, layOut)
    yield '</article>\n'
  }
}

async function toElements(section: Section, layOut: RenderMarkdown): Promise<string> {
  switch (section.type) {
    case 'words':
      return (await layOut(section.text)) ?? `<pre>${escaped(section.text)}</pre>\n`
    case 'note':
      return `<p class="note">${escaped(section.text)}</p>\n`
    case 'exact':
      return `<details open><summary>${escaped(section.title)}</summary><pre>${escaped(section.text)}</pre></details>\n`
    case 'image':
      return `<figure>${picture(section)}<figcaption>${escaped(section.title)}</figcaption></figure>\n`
  }
}

function picture({ mimeType, data }: Section & { readonly type: 'image' }): string {
  if (!pictures.has(mimeType) || !/^[\w+/=-]*$/.test(data)) return ''
  return `<img alt="" src="data:${mimeType};base64,${data}">`
}

export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}
