/** Syntax tree helpers that distinguish globals from names defined in the file. */

export interface Node {
  readonly type: string
  readonly [field: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Null if unknown before it runs. */
export function readSyntaxText(node: unknown): string | null {
  if (!isNode(node)) return null
  if (typeof node['value'] === 'string') return node['value']
  const quasis = node['quasis'] as readonly { readonly value: { readonly cooked: string } }[] | undefined
  return node.type === 'TemplateLiteral' && quasis?.length === 1 ? (quasis[0]?.value.cooked ?? null) : null
}

const known = new WeakMap<Node, ReadonlySet<string>>()

/** Names that a function, a block, a loop or the file itself declares for everything inside it. */
export function boundNames(scope: Node): ReadonlySet<string> {
  const before = known.get(scope)
  if (before !== undefined) return before
  const names = new Set<string>()
  for (const pattern of patternsOf(scope)) addNames(pattern, names)
  known.set(scope, names)
  return names
}

function patternsOf(scope: Node): readonly unknown[] {
  if (/Function/.test(scope.type)) return [scope['id'], ...(scope['params'] as readonly unknown[])]
  if (scope.type === 'CatchClause') return [scope['param']]
  if (scope.type === 'Program' || scope.type === 'BlockStatement')
    return (scope['body'] as readonly unknown[]).flatMap(declaredBy)
  return [scope['init'], scope['left']].flatMap(declaredBy)
}

function declaredBy(statement: unknown): readonly unknown[] {
  if (!isNode(statement)) return []
  if (statement.type === 'VariableDeclaration')
    return (statement['declarations'] as readonly Node[]).map(({ id }) => id)
  if (/^(?:Function|Class)Declaration$/.test(statement.type)) return [statement['id']]
  if (statement.type === 'ImportDeclaration')
    return ((statement['specifiers'] ?? []) as readonly Node[]).map(({ local }) => local)
  return statement.type.startsWith('Export') ? declaredBy(statement['declaration']) : []
}

/** A name, or all names of a pattern. */
function addNames(pattern: unknown, names: Set<string>): void {
  if (!isNode(pattern)) return
  if (pattern.type === 'Identifier') names.add(String(pattern['name']))
  for (const field of ['argument', 'left', 'parameter', 'value']) addNames(pattern[field], names)
  for (const field of ['properties', 'elements'])
    for (const part of (pattern[field] ?? []) as readonly unknown[]) addNames(part, names)
}
