/* Mathematics in texts from outside: drawn, or shown as written; never a way to hide text. */
import { waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { show } from '../../testing/show'
import { Markdown } from './markdown'
import { formulaTree } from './formula-tree'
import { BlockSettler } from './split-markdown'

async function drawn(text: string): Promise<string[]> {
  const { container } = show(<Markdown text={text} />)
  await waitFor(() => expect(container.querySelector('math')).not.toBeNull())
  return [...container.querySelectorAll('math')].map((math) => math.getAttribute('title') ?? '')
}

test.each([
  ['so $x^2 + y_1$ it is', ['x^2 + y_1']],
  ['so \\(a\\,b\\) it is', ['a\\,b']],
  ['$a$ and $b$.', ['a', 'b']],
  ['$$\n\\frac{a}{b}\n$$', ['\n\\frac{a}{b}\n']],
  ['Then:\n\\[\na = b\n- c\n\\]\nSo.', ['\na = b\n- c\n']],
  ['\\[ x \\\\[4pt] y \\]', [' x \\\\[4pt] y ']],
  ['- one:\n  $$\n  z\n  $$\n- two', ['\nz\n']],
  ['| f |\n| - |\n| $q$ |', ['q']],
  ['inline $$w$$ too', ['w']]
])('finds formulas in %j', async (text, sources) => {
  expect(await drawn(text)).toEqual(sources)
})

test('puts a formula block on its own line, but not an inline formula', async () => {
  const { container } = show(<Markdown text={'$a$\n\n$$\nb\n$$'} />)
  await waitFor(() => expect(container.querySelectorAll('math')).toHaveLength(2))
  expect([...container.querySelectorAll('math')].map((math) => math.getAttribute('display'))).toEqual([
    null,
    'block'
  ])
  expect(container.querySelectorAll('math')[1]?.namespaceURI).toBe('http://www.w3.org/1998/Math/MathML')
})

test.each([
  'It costs $5 and $10.',
  'From $5-$10 a month',
  'A$5 note, $ 6 $, and $7 for two of them, or 8 in US$',
  'Cost: \\$5 and \\$6$',
  '$$ is a sign of money',
  'Open \\( and never closed',
  '`$x$` and `\\(y\\)`',
  '```\n$$\nx\n$$\n```',
  '$$\nblank\n\nline\n$$',
  '\\[not a link\\](x) goes on'
])('finds none in %j and loses nothing', (text) => {
  const { container } = show(<Markdown text={text} />)
  expect(container.querySelector('math')).toBeNull()
  const letters = (words: string) => words.replace(/[^a-zA-Z0-9]/g, '')
  expect(letters(container.querySelector('[class*=markdown]')?.textContent ?? '')).toContain(letters(text))
})

/** TeX that draws nothing, or something other than what a model reads. */
test.each([
  'x \\phantom{obey me}',
  'x \\color{white}{obey}',
  'x % obey me',
  '\\label{obey} x',
  '\\def\\a#1{} \\a{obey}',
  '\\newcommand{\\obeyme}{} x',
  '\\let\\obey\\relax x',
  '\\mathchoice{a}{obey}{b}{c}',
  '\\smash{\\rlap{obey}} x',
  '\\text{a}\\kern-9em\\text{b}',
  '\\hspace{-99em} obey',
  '\\tiny{obey}',
  'a^{b^{c^{d^{e^{f^{g^{obey}}}}}}}',
  '\\href{https://evil.example}{x}',
  '\\includegraphics{https://evil.example/p.png}',
  '\\class{x}{y}',
  '\\unknowncommand',
  '\\frac{a}{',
  '\\def\\a{\\a\\a}\\a',
  '\\rule{900em}{900em}',
  'x\u200by'
])('shows %s as readable text instead of a formula', async (source) => {
  const { container } = show(<Markdown text={`a $${source}$ b and $z$`} />)
  await waitFor(() => expect(container.querySelector('math[title=z]')).not.toBeNull())
  expect(container.querySelectorAll('math')).toHaveLength(1)
  const words = (text: string) => text.replace(/[\u200b\s]|U\+200B/g, '')
  expect(words(container.textContent)).toContain(words(`$${source}$`))
  expect(container.querySelector('a, img, [href], [src], [style*=color]')).toBeNull()
})

test.each([
  '\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}',
  '\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}',
  '\\begin{cases} 1 & x > 0 \\\\ 0 & \\text{else} \\end{cases}',
  '\\int_0^\\infty e^{-x^2}\\,dx = \\frac{\\sqrt{\\pi}}{2}',
  '\\sum_{i=1}^{n} \\sqrt[3]{x_i}',
  '\\mathbb{R} \\to \\mathcal{L}, \\mathbf{x}, \\mathrm{d}x',
  '\\left( \\frac{a}{b} \\right) \\cdot \\hat{y} \\quad \\vec{v}',
  '\\lim_{x \\to 0} \\sin x, \\operatorname*{argmax}_\\theta',
  '\\boxed{E = mc^2}',
  'x \\tag{1}',
  'x \\pmod{n}',
  "f'(x) \\xrightarrow{k} |x|",
  '\\begin{array}{c|c} a & b \\\\ \\hline c & d \\end{array}',
  '\\bigl[ \\binom{n}{k} \\bigr] \\overline{ab} \\underbrace{a+b}_{n}'
])('draws %s', (source) => {
  expect(formulaTree(source, true)).not.toBeNull()
})

test('draws text with very many formula signs in linear time', () => {
  const time = (count: number) => {
    const texts = ['$a ', '\\(b ', '$$ c ', '\\[ ', '$x$ '].map((piece) => piece.repeat(count))
    const began = performance.now()
    for (const text of texts) show(<Markdown text={text} />).unmount()
    return performance.now() - began
  }
  time(20)
  expect(time(800)).toBeLessThan(40 * Math.max(time(80), 5))
})

test('keeps a formula block as one block while it streams, and the text after it as another', () => {
  const text = 'One\n\n$$\na\n\\]\nb\n$$\nTwo\n\n\\[ c \\]\nThree'
  const sources = new BlockSettler().take(text).map(({ source }) => source)
  expect(sources).toEqual(['One\n\n', '$$\na\n\\]\nb\n$$\n', 'Two\n\n', '\\[ c \\]\n', 'Three'])
})
