/** Titles of the tests in a file that run: skipped, todo and expected-failure tests prove nothing. */
import { parseSync } from 'vite'
import { isNode, type Node } from '../network-uses/syntax'

const suites = new Set(['describe', 'it', 'test', 'sharedTest'])
const notRun = new Set(['skip', 'todo', 'fails', 'fail', 'fixme'])

/** @param file decides by its ending how `text` is read */
export function listTestTitles(file: string, text: string): readonly string[] {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0]?.message ?? ''}`)
  return titlesIn(program, text)
}

function titlesIn(value: unknown, text: string): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((one) => titlesIn(one, text))
  if (!isNode(value)) return []
  const below = () => Object.values(value).flatMap((child) => titlesIn(child, text))
  if (value.type !== 'CallExpression') return below()
  const words = wordsOf(value['callee'])
  const title = (value['arguments'] as readonly unknown[])[0]
  if (!suites.has(words[0] ?? '') || !isText(title)) return below()
  if (words.some((word) => notRun.has(word))) return []
  return [text.slice((title['start'] as number) + 1, (title['end'] as number) - 1), ...below()]
}

/** `it.skip.each(rows)` → it, skip, each. */
function wordsOf(callee: unknown): readonly string[] {
  if (!isNode(callee)) return []
  if (callee.type === 'Identifier') return [String(callee['name'])]
  if (callee.type === 'CallExpression') return wordsOf(callee['callee'])
  if (callee.type === 'TaggedTemplateExpression') return wordsOf(callee['tag'])
  return callee.type === 'MemberExpression'
    ? [...wordsOf(callee['object']), ...wordsOf(callee['property'])]
    : []
}

const isText = (node: unknown): node is Node =>
  isNode(node) &&
  (node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string'))
