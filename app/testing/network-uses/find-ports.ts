/**
 * Finds where the product can send data: the network, other programs, opening an address, the clipboard, files that the
 * user chooses. Based on the syntax of its sources, so that every new place is found.
 */
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { parseSync } from 'vite'
import { boundNames, isNode, readSyntaxText, type Node } from './syntax'
import { listModulePorts, reachingElements, reachingGlobals, reachingMembers } from './network-ports'

/** Folders that aren't part of the product: tests, their helpers, generated code. */
const leftOut = new Set(['testing', 'compiled'])

/** Port → how often it is touched. */
export type NetworkPorts = Readonly<Record<string, number>>

/** @param root the project. By file, relative to it. */
export function findPorts(root: string): Readonly<Record<string, NetworkPorts>> {
  const files = ['app', 'main', 'preload', 'renderer'].flatMap((folder) => productFiles(root, folder))
  const found = files.map(
    (file) => [file, readNetworkPorts(file, readFileSync(path.join(root, file), 'utf8'))] as const
  )
  return Object.fromEntries(found.filter(([, ports]) => Object.keys(ports).length > 0))
}

function productFiles(root: string, folder: string): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}/${entry.name}`
    if (entry.isDirectory()) return leftOut.has(entry.name) ? [] : productFiles(root, file)
    return /\.tsx?$/.test(entry.name) && !/\.(?:test|d)\.tsx?$/.test(entry.name) ? [file] : []
  })
}

/** @param file decides by its ending how `text` is read */
export function readNetworkPorts(file: string, text: string): NetworkPorts {
  const { program, errors } = parseSync(file, text)
  if (errors.length > 0) throw new Error(`${file} can't be read: ${errors[0]?.message ?? ''}`)
  const root = program as unknown as Node
  const imported = importedPorts(root)
  const ports: Record<string, number> = {}
  const count = (port: string): void => void (ports[port] = (ports[port] ?? 0) + 1)
  for (const port of imported.values()) ports[port] = 0
  walk(root, [], (node, ancestors) => {
    for (const port of portsAt(node, ancestors, imported)) count(port)
  })
  return ports
}

/** Types are gone before anything runs. */
const isType = (node: Node): boolean =>
  /^TS(?!As|NonNull|Satisfies|Instantiation|ExportAssign|ImportEquals|Module)/.test(node.type) ||
  node['importKind'] === 'type' ||
  node['exportKind'] === 'type'

type Visit = (node: Node, ancestors: readonly Node[]) => void

function walk(node: Node, ancestors: readonly Node[], visit: Visit): void {
  if (isType(node)) return
  visit(node, ancestors)
  const within = [...ancestors, node]
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) if (isNode(child)) walk(child, within, visit)
  }
}

/** Local name → port, of all imports that are one. */
function importedPorts(program: Node): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const statement of program['body'] as readonly Node[]) {
    if (statement.type !== 'ImportDeclaration' || isType(statement)) continue
    const specifiers = statement['specifiers'] as readonly Node[]
    for (const specifier of specifiers.filter((one) => !isType(one))) {
      const local = String((specifier['local'] as Node)['name'])
      const port = listModulePorts(readSyntaxText(statement['source']), nameOf(specifier))
      if (port !== null) found.set(local, port)
    }
    // Imported for its side effects.
    const port = specifiers.length === 0 ? listModulePorts(readSyntaxText(statement['source']), '*') : null
    if (port !== null) found.set(` ${port}`, port)
  }
  return found
}

function nameOf(specifier: Node): string {
  if (specifier.type === 'ImportDefaultSpecifier') return 'default'
  const imported = (specifier['imported'] ?? specifier['local']) as Node
  return specifier.type === 'ImportNamespaceSpecifier' ? '*' : String(imported['name'] ?? imported['value'])
}

function portsAt(
  node: Node,
  ancestors: readonly Node[],
  imported: ReadonlyMap<string, string>
): readonly string[] {
  if (node.type === 'Identifier') return portsOfName(node, ancestors, imported)
  if (node.type === 'MemberExpression') return portsOfMember(node)
  if (node.type === 'Property') return ancestors.at(-1)?.type === 'ObjectPattern' ? portsOfMember(node) : []
  if (node.type === 'ImportExpression')
    return listed(listModulePorts(readSyntaxText(node['source']), 'import()'))
  if (node.type === 'JSXOpeningElement') {
    const name = String((node['name'] as Node)['name'])
    return reachingElements.has(name) ? [`<${name}>`] : []
  }
  // Re-exported from this file.
  if (/^Export(?:Named|All)Declaration$/.test(node.type) && readSyntaxText(node['source']) !== null)
    return listed(listModulePorts(readSyntaxText(node['source']), 'export'))
  return []
}

const listed = (port: string | null): readonly string[] => (port === null ? [] : [port])

function portsOfName(
  node: Node,
  ancestors: readonly Node[],
  imported: ReadonlyMap<string, string>
): readonly string[] {
  const name = String(node['name'])
  const port = imported.get(name) ?? (reachingGlobals.has(name) ? name : null)
  if (port === null || !isReference(node, ancestors)) return []
  const isImported = imported.has(name)
  const inner = isImported ? ancestors.filter(({ type }) => type !== 'Program') : ancestors
  return inner.some((scope) => boundNames(scope).has(name)) ? [] : [port]
}

/** `a.openExternal`, `a['openExternal']`, `const { openExternal } = a`; of the page's own objects every global as well. */
function portsOfMember(node: Node): readonly string[] {
  const key = (node['property'] ?? node['key']) as Node
  const name = node['computed'] === true ? readSyntaxText(key) : (key['name'] ?? null)
  if (typeof name !== 'string') return []
  const of = isNode(node['object']) ? node['object']['name'] : null
  const isGlobal = typeof of === 'string' && /^(?:globalThis|window|self|global)$/.test(of)
  return reachingMembers.has(name) || (isGlobal && reachingGlobals.has(name)) ? [name] : []
}

/** Not where a name is only written down: a key, a member, what an import or an export calls it. */
function isReference(node: Node, ancestors: readonly Node[]): boolean {
  const parent = ancestors.at(-1)
  if (parent === undefined) return false
  if (parent.type === 'MemberExpression') return parent['object'] === node || parent['computed'] === true
  if (parent.type === 'Property')
    return parent['value'] === node && ancestors.at(-2)?.type !== 'ObjectPattern'
  return !/^(?:Import|Export)|(?:Method|Property)Definition$|^Labeled|^(?:Break|Continue)/.test(parent.type)
}
