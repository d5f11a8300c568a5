/** Passages in documents that an answer cites, as reported by the API. Pure. */
import type { CitationsDelta } from '@anthropic-ai/sdk/resources/messages'
import type { Citation } from '../../contract/conversation/citation'

const longestQuote = 2_000
const longestName = 300

/** Null: it has nothing that the user could look up. */
export function toCitation({ citation }: CitationsDelta): Citation | null {
  const { cited_text: quote } = citation as { readonly cited_text?: unknown }
  if (typeof quote !== 'string' || quote.trim() === '') return null
  return {
    source: getName(citation).slice(0, longestName),
    quote: quote.slice(0, longestQuote).toWellFormed(),
    pages: getPages(citation)
  }
}

function getName(citation: CitationsDelta['citation']): string {
  const title = 'document_title' in citation ? citation.document_title : citation.title
  return typeof title === 'string' ? title : ''
}

/** The API returns the page after the last one. */
function getPages(citation: CitationsDelta['citation']): Citation['pages'] {
  if (citation.type !== 'page_location') return null
  const { start_page_number: from, end_page_number: after } = citation
  return Number.isInteger(from) && Number.isInteger(after) ? { from, to: Math.max(from, after - 1) } : null
}
