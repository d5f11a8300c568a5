/** Sources of an answer's text in documents, as the provider reported them: numbered, below the text. */
import type { Citation } from '../../../app/contract/conversation/citation'
import { conversation as texts } from '../../../app/texts/compiled/window/conversation'
import { ExactText } from '../../ui/untrusted/exact-text'
import styles from './citations.module.css'

/** A list named `Sources of this part`. Name and quote come from the document. */
export function Citations({ citations }: { readonly citations: readonly Citation[] }) {
  return (
    <ol className={styles.citations} aria-label={texts.citedSources()}>
      {citations.map((citation) => (
        <li key={JSON.stringify(citation)} className={styles.citation}>
          <span className={styles.citationPlace}>
            <ExactText text={citation.source} />
            {citation.pages !== null && <span>, {pagesText(citation.pages)}</span>}
          </span>
          <blockquote className={styles.citationQuote}>
            <ExactText text={citation.quote.trim()} />
          </blockquote>
        </li>
      ))}
    </ol>
  )
}

function pagesText({ from, to }: NonNullable<Citation['pages']>): string {
  return from === to ? texts.citedPage({ from }) : texts.citedPages({ from, to })
}
