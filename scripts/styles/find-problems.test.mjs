import { describe, expect, test } from 'vitest'
import { findStyleProblems } from './find-problems.mjs'

const tokens = {
  file: 'ui/tokens.css',
  text: ':root {\n  --gap: 4px;\n  --ink: #123456;\n  --layer-top: 9;\n}\n'
}
const script = { file: 'ui/a.tsx', text: "import styles from './a.module.css'\nconst a = styles.a\n" }
const all = 'gap: var(--gap); color: var(--ink); z-index: var(--layer-top);'

/** The problems of one sheet whose class `a` uses every token and has `rules` besides. */
function problemsOf(rules, scripts = [script]) {
  const sheets = [tokens, { file: 'ui/a.module.css', text: `.a { ${all} ${rules} }` }]
  return findStyleProblems({ tokens: tokens.file, sheets, scripts })
}

describe('values', () => {
  test.each([
    ['width: 12px', '12px'],
    ['margin: calc(-1 * var(--gap)) -3px', '-3px'],
    ['font-size: 1.2rem', '1.2rem'],
    ['color: #fff', '#fff'],
    ['background: linear-gradient(black 70%, transparent)', 'black'],
    ['border: var(--gap) solid red', 'red'],
    ['color: light-dark(var(--ink), var(--ink))', 'light-dark('],
    ['box-shadow: 0 0 var(--gap) rgb(0 0 0 / 10%)', 'rgb('],
    ['transition: opacity 100ms', '100ms'],
    ['z-index: 3', '3'],
    ['--own: 5px; height: var(--own)', '5px']
  ])('reports a raw value: %s', (rules, raw) => {
    expect(problemsOf(rules)).toEqual([`ui/a.module.css:1: ${raw} belongs in the tokens`])
  })

  test.each([
    'width: 50%; height: 40vh; line-height: 1.5; letter-spacing: -0.01em; z-index: auto',
    'color: currentcolor; background: transparent; border: 0',
    "content: 'red 12px'",
    'grid-template-columns: minmax(0, 1fr) max-content; white-space: pre-wrap; mask: var(--ink)'
  ])('%s is fine', (rules) => {
    expect(problemsOf(rules)).toEqual([])
  })

  test('the width of the window can be asked for in pixels: tokens do not reach there', () => {
    const sheets = [
      tokens,
      { file: 'ui/a.module.css', text: `.a { ${all} } @media (max-width: 640px) { .a { gap: 0 } }` }
    ]
    expect(findStyleProblems({ tokens: tokens.file, sheets, scripts: [script] })).toEqual([])
  })
})

describe('tokens', () => {
  test('reports a missing one where it is used', () => {
    expect(problemsOf('margin: var(--nowhere)')).toEqual(['ui/a.module.css:1: there is no --nowhere'])
  })

  test('reports an unused one', () => {
    const sheets = [tokens, { file: 'ui/a.module.css', text: '.a { gap: var(--gap); color: var(--ink) }' }]
    expect(findStyleProblems({ tokens: tokens.file, sheets, scripts: [script] })).toEqual([
      'ui/tokens.css:4: --layer-top is unused'
    ])
  })

  test('what a sheet or the library sets itself is there', () => {
    expect(problemsOf('--own: var(--gap); gap: var(--own); width: var(--anchor-width)')).toEqual([])
  })
})

describe('classes', () => {
  const nested = (text) => [{ file: 'ui/a.tsx', text }]

  test('reports one that no component uses, except classes of other programs', () => {
    const sheets = [tokens, { file: 'ui/a.module.css', text: `.a { ${all} } .b :global(.hljs) { gap: 0 }` }]
    expect(findStyleProblems({ tokens: tokens.file, sheets, scripts: [script] })).toEqual([
      'ui/a.module.css: .b is unused'
    ])
  })

  test('reports a class and a sheet that do not exist', () => {
    const text =
      "import styles from './a.module.css'\nimport more from '../b.module.css'\n[styles.a, styles.c]\n"
    expect(problemsOf('', nested(text))).toEqual([
      'ui/a.tsx: ui/a.module.css has no .c',
      'ui/a.tsx: there is no b.module.css'
    ])
  })

  test('a variant may be any of them', () => {
    expect(problemsOf('', nested("import styles from './a.module.css'\nstyles[size]\n"))).toEqual([])
  })

  test('reports a sheet without an import and a name without a module', () => {
    expect(problemsOf('', nested('<p className="a b" />'))).toEqual([
      'ui/a.tsx: className="a b" is no class of a module',
      'ui/a.module.css: no file imports it'
    ])
  })
})
