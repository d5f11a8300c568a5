/**
 * Mathematics in Markdown: `$…$` and `\(…\)` inline, `$$…$$` and `\[…\]` as blocks. Prices stay text: a dollar sign
 * begins a formula only if no space follows it, and ends one only if no space is before it and no digit after it.
 * Unclosed formulas are text, and no sign is read more than a few times to find that out.
 */
import type { Code, Construct, Effects, State, Tokenizer } from 'micromark-util-types'
import type { Processor } from 'unified'
import type { HastNode } from '../base/mark-hidden'
import type { CompileContext, Token } from 'mdast-util-from-markdown'

/** A plugin of the parser. Formulas become elements `math` with `source`, `written` and `isBlock`. */
export function remarkFormulas(this: Processor): void {
  const data = this.data() as Record<string, unknown[] | undefined>
  ;(data['micromarkExtensions'] ??= []).push({
    text: { [dollar]: inDollars(), [backslash]: inParentheses() },
    flow: { [dollar]: asBlock(dollar), [backslash]: asBlock(backslash) }
  })
  ;(data['fromMarkdownExtensions'] ??= []).push({
    enter: { formula: enterFormula },
    exit: { formulaLine: addLine, formula: exitFormula }
  })
}

/** The part of the tree for formulas. */
interface FormulaNode {
  type: string
  lines: string[]
  data: { hName: string; hProperties: FormulaSource; hChildren: { type: 'text'; value: string }[] }
}

/** The properties of an element `math` in the tree. */
export interface FormulaSource {
  /** Without its delimiters. */
  readonly source: string
  /** As written in the text. */
  readonly written: string
  readonly isBlock: boolean
}

/** From an element of the tree; elements of other plugins have none. */
export function readFormula({ properties }: HastNode): FormulaSource {
  const { source = '', written = '', isBlock = false } = properties ?? {}
  return { source: String(source), written: String(written), isBlock: isBlock === true }
}

function enterFormula(this: CompileContext, token: Token): void {
  const none: FormulaSource = { source: '', written: '', isBlock: false }
  const node: FormulaNode = {
    type: 'formula',
    lines: [],
    data: { hName: 'math', hProperties: none, hChildren: [] }
  }
  this.enter(node as never, token)
}

function addLine(this: CompileContext, token: Token): void {
  openFormula(this).lines.push(this.sliceSerialize(token))
}

function exitFormula(this: CompileContext, token: Token): void {
  const node = openFormula(this)
  const written = node.lines.join('\n').trimEnd()
  const length = written.startsWith('$') && !written.startsWith('$$') ? 1 : 2
  const source = written.slice(length, -length)
  const isBlock = written.startsWith('$$') || written.startsWith('\\[')
  node.data.hProperties = { source, written, isBlock }
  node.data.hChildren = [{ type: 'text', value: written }]
  this.exit(token)
}

function openFormula({ stack }: CompileContext): FormulaNode {
  return stack.at(-1) as unknown as FormulaNode
}

const dollar = 36
const backslash = 92
const space = 32

/** Of the text, too. */
const isLineEnd = (code: Code) => code === null || code < -2
const isBlank = (code: Code) => code === -2 || code === -1 || code === space
const isFigure = (code: Code) => code !== null && code >= 48 && code <= 57
const sign = (text: string) => text.charCodeAt(0)
const textOf = (code: Code) => (code !== null && code > 0 ? String.fromCodePoint(code) : ' ')

// The library only types its own kinds of tokens.
const formula = 'formula' as 'data'
const formulaLine = 'formulaLine' as 'data'

function enter(effects: Effects): void {
  effects.enter(formula)
  effects.enter(formulaLine)
}

function exit(effects: Effects): void {
  effects.exit(formulaLine)
  effects.exit(formula)
}

/** Longer text isn't an inline formula. */
const lineLimit = 1_000

/** A price followed by a sentence: first digits, then text. */
const looksLikePrice = /^\d[\d.,]*\s.*\p{L}{2}/su

/** `$…$`, and `$$…$$` within text. */
function inDollars(): Construct {
  const tokenize: Tokenizer = function (effects, ok, nok) {
    let content = ''
    let isDouble = false

    return (code) => {
      enter(effects)
      effects.consume(code)
      return opened
    }

    function opened(code: Code): State | undefined {
      if (code === dollar && !isDouble) {
        isDouble = true
        effects.consume(code)
        return opened
      }
      return code === dollar || (!isDouble && isBlank(code)) ? nok(code) : inside(code)
    }
    function inside(code: Code): State | undefined {
      if (isLineEnd(code) || content.length > lineLimit) return nok(code)
      if (code === dollar) return closing(code)
      return code === backslash ? escape(code) : take(code)
    }
    function take(code: Code): State | undefined {
      if (isLineEnd(code)) return nok(code)
      content += textOf(code)
      effects.consume(code)
      return inside
    }
    function escape(code: Code): State {
      content += textOf(code)
      effects.consume(code)
      return take
    }
    function closing(code: Code): State | undefined {
      if (!isDouble && (/\s$/.test(content) || looksLikePrice.test(content))) return nok(code)
      effects.consume(code)
      return isDouble ? second : behind
    }
    function second(code: Code): State | undefined {
      if (code !== dollar) return nok(code)
      effects.consume(code)
      return leave
    }
    function behind(code: Code): State | undefined {
      return isFigure(code) ? nok(code) : leave(code)
    }
    function leave(code: Code): State | undefined {
      exit(effects)
      return ok(code)
    }
  }
  return { name: 'formulaInDollars', tokenize, previous: (code) => code !== dollar }
}

/** `\(…\)` */
function inParentheses(): Construct {
  const tokenize: Tokenizer = function (effects, ok, nok) {
    let content = ''

    return (code) => {
      enter(effects)
      effects.consume(code)
      return opened
    }

    function opened(code: Code): State | undefined {
      if (code !== sign('(')) return nok(code)
      effects.consume(code)
      return inside
    }
    function inside(code: Code): State | undefined {
      if (isLineEnd(code) || content.length > lineLimit) return nok(code)
      content += textOf(code)
      effects.consume(code)
      return code === backslash ? escaped : inside
    }
    function escaped(code: Code): State | undefined {
      if (isLineEnd(code) || code === sign('(')) return nok(code)
      if (code !== sign(')')) {
        content += textOf(code)
        effects.consume(code)
        return inside
      }
      if (/^[\s\\]*$/.test(content)) return nok(code)
      effects.consume(code)
      return leave
    }
    function leave(code: Code): State | undefined {
      exit(effects)
      return ok(code)
    }
  }
  return { name: 'formulaInParentheses', tokenize }
}

/** Begins with a line and ends with one; contains no blank line. */
function asBlock(opening: number): Construct {
  const tokenize: Tokenizer = function (effects, ok, nok) {
    const isInterrupting = this.interrupt === true
    const isLazy = () => this.parser.lazy[this.now().line] === true
    /** Of the line so far, without trailing spaces. */
    let line = ''
    let lines = 0

    return start

    function start(code: Code): State | undefined {
      enter(effects)
      effects.consume(code)
      return second
    }
    function second(code: Code): State | undefined {
      if (code !== (opening === dollar ? dollar : sign('['))) return nok(code)
      effects.consume(code)
      return inside
    }
    function inside(code: Code): State | undefined {
      if (!isLineEnd(code)) {
        line += textOf(code)
        effects.consume(code)
        return inside
      }
      const end = line.indexOf(opening === dollar ? '$$' : '\\]')
      if (end >= 0) return finish(code, end)
      if (code === null || (lines > 0 && line.trim() === '')) return nok(code)
      if (isInterrupting) return ok(code)
      return nextLine(code)
    }
    function finish(code: Code, end: number): State | undefined {
      if (line.slice(end + 2).trim() !== '') return nok(code)
      exit(effects)
      return ok(code)
    }
    function nextLine(code: Code): State | undefined {
      lines += 1
      line = ''
      effects.exit(formulaLine)
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return afterLine
    }
    function afterLine(code: Code): State | undefined {
      if (isLazy()) return nok(code)
      effects.enter(formulaLine)
      return inside(code)
    }
  }
  return { name: 'formulaBlock', tokenize, concrete: true }
}
