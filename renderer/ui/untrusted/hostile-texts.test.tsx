import { waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { hostileTexts } from '../../../app/testing/hostile-texts/all'
import { findMissing, type DrawnText } from '../../../app/testing/hostile-texts/drawn-text'
import { specExamples } from '../../../app/testing/hostile-texts/spec-examples'
import { show } from '../../testing/show'
import { ExactText } from './exact-text'
import { Markdown } from './markdown'

const all: readonly DrawnText[] = [...specExamples, ...hostileTexts]

/** Mounting each text on its own takes three times as long. */
const atOnce = 50
const batches = Array.from({ length: Math.ceil(all.length / atOnce) }, (_, index) => ({
  from: index * atOnce,
  texts: all.slice(index * atOnce, (index + 1) * atOnce)
}))

/** A style draws letters of formulas as these. The page has the plain ones. */
const withoutStyle = (text: string) =>
  text.replaceAll(/[\u{1D400}-\u{1D7FF}]/gu, (letter) => letter.normalize('NFKC'))

/** Every text in a section of its own, in which the letters that `read` names must be shown. */
async function expectShown(
  texts: readonly DrawnText[],
  draw: (text: string) => ReactNode,
  read: (drawn: DrawnText) => string
): Promise<void> {
  const { container } = show(
    <>
      {texts.map((drawn) => (
        <section key={drawn.text}>{draw(drawn.text)}</section>
      ))}
    </>
  )
  const missing = () =>
    [...container.querySelectorAll(':scope > section')].flatMap((section, index) => {
      const drawn = texts[index]
      const shown = section.textContent ?? ''
      const wanted = drawn === undefined ? 'no text' : read(drawn)
      const word = findMissing(shown, [wanted]) && findMissing(shown, [withoutStyle(wanted)])
      return word === null ? [] : [`“${word}” of ${JSON.stringify(drawn?.text).slice(0, 300)}`]
    })
  // A long text is drawn in several steps.
  await waitFor(() => expect(missing()).toEqual([]), { timeout: 30_000 })
  expect(
    container.querySelector('script, iframe, style, object, embed, form, [onerror], [onclick]')
  ).toBeNull()
}

test('covers all examples of the specifications and 200 hostile texts', () => {
  expect(specExamples.length).toBeGreaterThan(670)
  expect(hostileTexts.length).toBeGreaterThan(200)
})

test.each(batches)('shows every letter of these texts as Markdown, from text $from on', ({ texts }) =>
  expectShown(
    texts,
    (text) => <Markdown text={text} />,
    ({ laidOut }) => laidOut
  )
)

test.each(batches)('shows every letter of these texts as written, from text $from on', ({ texts }) =>
  expectShown(
    texts,
    (text) => <ExactText text={text} />,
    ({ text }) => text
  )
)

test.each(['constructor', '__proto__', 'toString'])('shows the word %s, which every object has', (word) => {
  const { container } = show(<ExactText text={word} />)
  expect(container.textContent).toBe(word)
})
