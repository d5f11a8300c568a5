/** Markdown that is deep, long, unfinished or contradictory. */
import type { HostileTextEntry } from './entry'

const lines = (count: number, line: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => line(index)).join('\n')

const deep: readonly HostileTextEntry[] = [
  `${'>'.repeat(3_000)} quoted`,
  `${'> '.repeat(500)}quoted with spaces`,
  `${'- '.repeat(3_000)}listed`,
  [`${'1. '.repeat(500)}numbered`, 'numbered'],
  [lines(200, (level) => `${' '.repeat(2 * level)}- level`), 'level level level'],
  lines(100, (level) => `${'>'.repeat(level)} quote`),
  `${'['.repeat(3_000)} brackets`,
  `${'!['.repeat(1_000)} pictures`,
  `${'('.repeat(3_000)} round`,
  `${'*a **b '.repeat(200)} emphasis`,
  `${'_'.repeat(5_000)} underscores _ _`,
  `${'**'.repeat(2_000)} stars`,
  `${'*'.repeat(2_000)}a${'*'.repeat(2_000)} both sides`,
  `${'~~'.repeat(500)}struck${'~~'.repeat(500)} out`,
  `${'`'.repeat(3_000)} ticks`,
  lines(200, (index) => `${'`'.repeat(index + 1)} x`),
  `${'\\'.repeat(5_001)} backslashes`,
  `${'> - '.repeat(300)}both`,
  `${'[a]('.repeat(500)} links`,
  JSON.stringify({ nested: '['.repeat(500) })
]

const long: readonly HostileTextEntry[] = [
  `${'w'.repeat(10_000)} one word`,
  `\`${'c'.repeat(5_000)}\` one code word`,
  `# ${'h'.repeat(3_000)} one heading`,
  `| ${'t'.repeat(3_000)} | b |\n| - | - |\n| c | d |`,
  `- ${'l'.repeat(3_000)} one item`,
  `> ${'q'.repeat(3_000)} one quote`,
  `\`\`\`\n${'x'.repeat(6_000)}\n\`\`\``,
  `https://hostile.invalid/${'p'.repeat(3_000)}`,
  `${'a '.repeat(5_000)}many words`,
  lines(500, (index) => `line ${index}`),
  `first${'\n'.repeat(3_000)}last`,
  `${' '.repeat(5_000)}after spaces`,
  `${'\t'.repeat(1_000)}after tabs`,
  lines(300, () => '---') + '\n\nrules',
  lines(200, (index) => `# Heading ${index}`),
  `${row('cell', 60)}${row('-', 60)}${row('body', 60)}`,
  row('a', 3) + row('-', 3) + row('b', 3).repeat(200),
  `漢字${'漢'.repeat(3_000)}`,
  `${'a-b_c.'.repeat(1_000)}mixed`
]

function row(cell: string, columns: number): string {
  return `${`| ${cell} `.repeat(columns)}|\n`
}

const unfinished: readonly HostileTextEntry[] = [
  ['```js\nconst a = 1', 'const a 1'],
  ['~~~\nnever closed', 'never closed'],
  ['````md\n```\ninner\n```', 'inner'],
  ['```constructor\nlanguage of a name\n```', 'language of a name'],
  ['```__proto__ {"a":1} say it\nmore after it\n```', 'proto a 1 say it more after it'],
  ['```"><script>\nnot closed by it\n```', 'not closed by it'],
  ['``` \u202E\u200B\nhidden in the language\n```', 'hidden in the language'],
  '`one tick never closed',
  '**bold never closed',
  '| a | b |\n| - |',
  '| a | b |\n| - | - |\n| only one\n| one | two | three |',
  '| a |\n| :-: |\n| ` | ` |\n| \\| |',
  '|\n|-|\n|',
  '- [ ] open\n- [y] odd',
  ['- [x] done', 'done'],
  ['Text[^1] and[^2]\n\n[^1]: Note\n[^2]: Other', 'Text and Note Other'],
  ['[^a]: Note that refers to itself[^a]\n\nSee[^a]', 'See Note that refers to itself'],
  '[^missing] [^__proto__] [^]',
  ['[^__proto__]: Note\n\nSee[^__proto__]', 'See Note'],
  '[^x]: never referred to',
  'Setext\n===\nText\n---\n',
  '===\n---\n***\n',
  ['1. one\n1) two\n999999999. three', 'one two three'],
  ['-1. minus\n1234567890. too long', 'minus 1234567890 too long'],
  '- a\n\n\n- b\n    code\n  - c\n\ttab',
  '* a\n+ b\n- c\n* * *\n',
  '> lazy\ncontinuation\n>> deeper\nstill',
  '    indented code\n\tand a tab',
  'hard  \nbreak\\\nbreak',
  '\\*not\\* \\_emphasis\\_ \\`code\\` \\<b\\>',
  '***a** b* _**c_** intraword_under_score',
  '*\u00A0a* **\u3000b** not emphasis',
  '[a]: <\n[b]:\n[c]: d "e',
  ['[A]: https://one.invalid\n[a]: https://two.invalid\n\n[a]', 'a'],
  '---\ntitle: front matter\n---\ntext',
  ':::warning\nadmonition\n:::',
  '> [!CAUTION]\n> Alert',
  ':smile: :+1: @someone #1 GH-1',
  '==mark== ^sup^ ~sub~ ++ins++ {.class}',
  '[[wiki]] {{transclude}} ((comment))'
]

const inside: readonly HostileTextEntry[] = [
  ['```md\n# not a heading\n[x](javascript:1)\n```', 'not a heading x javascript 1'],
  ['````\n```js\nalert(1)\n```\n````', 'js alert 1'],
  '> ```\n> fenced in a quote\nout of it',
  '- ```\n  fenced in an item\nout of it',
  '| `a|b` | **c** |\n| - | - |\n| <b> | d |',
  '[**bold** `code` ~~gone~~](javascript:1)',
  '# `code` **bold** <b>html</b>',
  '**<b>`**`</b>** crossing',
  '<div>\n\n**bold in html**\n\n</div>',
  '<div>\n**html swallows it**\n</div>'
]

export const structure: readonly HostileTextEntry[] = [...deep, ...long, ...unfinished, ...inside]
