/**
 * TeX as MathML elements. Only listed elements, attributes and styles that show their content are kept. No letter of
 * the source may be missing in the drawing, because the text is from outside, a model reads all of it, and TeX can
 * hide text in many ways.
 */
import { createElement, type ReactElement, type ReactNode } from 'react'
import temml from 'temml'

/** Null if the library can't parse it, or a part would not be visible. */
export function formulaTree(source: string, isBlock: boolean): ReactElement | null {
  if (defining.test(source) || /(?<!\\)%/.test(source)) return null
  try {
    const tree = temml.__renderToMathMLTree(source, options(isBlock)) as TexNode
    const drawn = new Drawing()
    const children = (tree.children ?? []).map((child, index) => drawn.element(child, index, 0))
    if (!holds(drawn.text, source)) return null
    return createElement(
      'math',
      isBlock ? { display: 'block', title: source } : { title: source },
      ...children
    )
  } catch {
    return null // shown as written
  }
}

const options = (displayMode: boolean) => ({
  displayMode,
  throwOnError: true,
  trust: false,
  maxExpand: 200,
  maxSize: [10, 10] as [number, number]
})

/** With its own commands a source could contain text that is not drawn. */
const defining = /\\(?:[gex]?def|(?:future)?let)(?![a-zA-Z])|\\[a-zA-Z]*(?:command|global|long|Declare)/

/** The library's output. It is declared unstable, so it is checked completely. */
interface TexNode {
  readonly type?: unknown
  readonly text?: unknown
  readonly attributes?: Readonly<Record<string, unknown>>
  readonly style?: Readonly<Record<string, unknown>>
  readonly classes?: readonly unknown[]
  readonly children?: readonly TexNode[]
}

const elements: ReadonlySet<unknown> = new Set(
  'mrow mi mn mo mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mmultiscripts mprescripts mtable mtr mtd mstyle menclose mpadded'.split(
    ' '
  )
)

/** Elements that draw their content smaller. */
const shrinking: ReadonlySet<unknown> = new Set(
  'mfrac mroot msub msup msubsup munder mover munderover mmultiscripts'.split(' ')
)
const depthLimit = 6

const length = /^-?(?:\d{0,2}\.)?\d{1,4}(?:em|ex|pt|px|mu)?$/
const truth = /^(?:true|false)$/

const attributes: Readonly<Record<string, RegExp>> = {
  mathvariant: /^normal$/,
  displaystyle: truth,
  movablelimits: truth,
  fence: truth,
  separator: truth,
  stretchy: truth,
  symmetric: truth,
  largeop: truth,
  accent: truth,
  accentunder: truth,
  form: /^(?:prefix|infix|postfix)$/,
  scriptlevel: /^[01]$/,
  notation: /^(?:box|top|bottom)$/,
  lspace: length,
  rspace: length,
  linethickness: length,
  minsize: length,
  maxsize: length,
  width: length,
  height: length
}

const styles: Readonly<Record<string, RegExp>> = {
  padding: length,
  paddingLeft: length,
  paddingRight: length,
  border: /^1px solid$/,
  borderTop: /^0\.06em (?:solid|dashed)$/,
  borderBottom: /^0\.06em (?:solid|dashed)$/,
  borderLeft: /^0\.06em (?:solid|dashed)$/,
  borderRight: /^0\.06em (?:solid|dashed)$/,
  width: /^(?:50|100)%$/
}

/** Attributes for what the window does by default. */
const unneeded: ReadonlySet<string> = new Set(['display', 'mathDepth', 'math-depth'])

/** Those with a rule in `formula.module.css`. */
const classNames: ReadonlySet<unknown> = new Set(['tml-left', 'tml-right', 'tml-overline', 'tml-underline'])

class Drawing {
  text = ''

  element(node: TexNode, key: number, depth: number): ReactNode {
    if (typeof node.text === 'string') {
      this.text += node.text
      return node.text
    }
    const inner = depth + (shrinking.has(node.type) ? 1 : 0)
    const children = (node.children ?? []).map((child, index) => this.element(child, index, inner))
    if (node.type === undefined) return createElement('mrow', { key }, ...children)
    if (typeof node.type !== 'string' || !elements.has(node.type) || inner > depthLimit)
      throw new Error('not drawn: an element')
    const className = (node.classes ?? []).filter((name) => classNames.has(name)).join(' ')
    const props = { ...allowed(node.attributes, attributes), key, style: allowed(node.style, styles) }
    if (className !== '') Object.assign(props, { className })
    if (node.type === 'mspace') boundSpace(node)
    if (node.type === 'mpadded' && ('width' in props || 'height' in props))
      throw new Error('not drawn: it may have no size')
    return createElement(node.type, props, ...children)
  }
}

function allowed(
  given: Readonly<Record<string, unknown>> | undefined,
  rules: Readonly<Record<string, RegExp>>
): Record<string, string> {
  const taken = Object.entries(given ?? {}).filter(([name]) => !unneeded.has(name))
  return Object.fromEntries(
    taken.map(([name, value]) => {
      const text = String(value)
      if (!Object.hasOwn(rules, name) || rules[name]?.test(text) !== true)
        throw new Error(`not drawn: ${name}`)
      return [name, text]
    })
  )
}

/** A negative space draws one thing over another; a wide one moves it out of view. */
function boundSpace({ attributes: given }: TexNode): void {
  for (const name of ['width', 'height']) {
    const value = given?.[name]
    const size = typeof value === 'string' || typeof value === 'number' ? Number.parseFloat(`${value}`) : 0
    if (size < -0.2 || size > 4) throw new Error('not drawn: a space')
  }
}

/** Whether the drawn text contains all letters and digits of the source. */
function holds(text: string, source: string): boolean {
  const drawn = lettersOf(text)
  for (const [letter, count] of lettersOf(withoutCommands(source)))
    if ((drawn.get(letter) ?? 0) < count) return false
  return true
}

function withoutCommands(source: string): string {
  return source
    .replace(/\\(?:begin|end)\{[a-zA-Z]{1,12}\*?\}(?:\{[lcr|\s]*\})?/g, ' ')
    .replace(/\\\\(?:\s*\[-?\d*\.?\d+(?:em|ex|pt|mu|mm)\])?/g, ' ')
    .replace(/\\[a-zA-Z]+/g, ' ')
}

function lettersOf(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const [letter] of text.normalize('NFKC').matchAll(/[\p{L}\p{N}]/gu))
    counts.set(letter, (counts.get(letter) ?? 0) + 1)
  return counts
}
