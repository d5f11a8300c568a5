// The import rules of the linter, made from the table of layers in ARCHITECTURE.md. Its last column has a fixed form:
// names of layers, `name (file, folder/file)` for some files of one, `a` ← `b` where `b` may import `a` of the same folder.

const parts = ['ui', 'state', 'bridge', 'parts', 'shell']
const pageTypes = ['part', 'room', 'feature', 'page', 'testing']

/**
 * Each folder has only the policies that hold there: the plugin tries all of a file's policies for each of its imports.
 * @param {string} page ARCHITECTURE.md
 * @returns {string} the text of .oxlintrc.boundaries.json
 */
export function describeImportRules(page) {
  const rows = readRows(page)
  const ofCore = rows.filter(({ folder }) => !folder.startsWith('renderer/'))
  const ofPage = rows.filter(({ folder }) => folder.startsWith('renderer/'))
  const isFeature = ({ folder }) => folder === 'renderer/<feature>'
  const everyPage = [
    policy(types(...pageTypes), [types('texts')]),
    policy(types('page', 'testing'), [types('contract', 'part', 'feature', 'room')]),
    policy(types('feature'), [room('{{from.element.captured.name}}')]),
    ...ofPage.filter(isFeature).flatMap(pagePolicies)
  ]
  const ofRow = (row) => [...corePolicies(row), ...(row.folder === 'app/mcp' ? mcpPolicies(page) : [])]
  // The last one that fits a file counts.
  const overrides = [
    toOverride(['app/**', 'main/**', 'preload/**'], everybody),
    ...ofCore
      .filter((row) => ofRow(row).length > 0)
      .map((row) => toOverride([`${row.folder}/**`], [...everybody, ...ofRow(row)])),
    toOverride(['renderer/**'], everyPage),
    ...ofPage
      .filter((row) => !isFeature(row))
      .map((row) => toOverride([`${row.folder}/**`], [...everyPage, ...pagePolicies(row)]))
  ]
  return `{\n"overrides": [\n${overrides.join(',\n')}\n]\n}\n`
}

/** One policy a line. */
function toOverride(files, policies) {
  const lines = policies.map((one) => JSON.stringify(one)).join(',\n')
  const head = `{ "files": ${JSON.stringify(files)}, "rules": { "boundaries/dependencies": ["error", `
  return `${head}{ "default": "disallow", "policies": [\n${lines}\n] }] } }`
}

const policy = (from, allow) => ({
  from: { element: from },
  allow: allow.map((element) => ({ to: { element } }))
})
const oneOf = (names) => (names.length === 1 ? names[0] : `{${names.join(',')}}`)
const types = (...names) => ({ type: oneOf(names) })
const area = (name) => ({ type: 'area', captured: { name } })
const part = (name) => ({ type: 'part', captured: { name } })
const room = (folder, name) => ({ type: 'room', captured: { folder, ...(name && { name }) } })
const mcpRoom = (name) => ({ type: 'mcp-room', captured: { name } })

/** What the rows of these folders say of who may import them. */
const everybody = [
  policy(types('area', 'mcp-room', 'core', 'main', 'preload'), [types('contract')]),
  policy(types('area', 'mcp-room', 'core', 'main'), [types('texts')]),
  policy(types('mcp-room'), [area('base')]),
  policy(types('area', 'core'), [area('net')]),
  { from: { element: area('base') }, disallow: [{ to: { element: area('*') } }] }
]

function readRows(page) {
  const table = page.split('| Folder | Owns | May import |\n')[1]?.split('\n\n')[0] ?? ''
  const rows = table
    .split('\n')
    .slice(1)
    .map((line) => line.split(' | '))
    .flatMap(([folders, , last]) =>
      [...folders.matchAll(/`([^`]+)`/gu)].map(([, folder]) => ({
        folder,
        imports: last.replace(/ \|$/u, '')
      }))
    )
  if (rows.length === 0) throw new Error('ARCHITECTURE.md has no table of layers')
  return rows
}

/** @returns {{ name: string, files: string[] }[]} */
function readNames(imports) {
  const names = imports.split('; ')[0]
  return [...names.matchAll(/(?<name>[\w-]+)(?: \((?<files>[^)]*)\))?/gu)].map(({ groups }) => ({
    name: groups.name,
    files: groups.files?.split(', ') ?? []
  }))
}

function corePolicies({ folder, imports }) {
  const name = folder.replace(/^app\//u, '')
  if (name === 'testing' || name === 'e2e' || name === 'contract') return []
  const from =
    { host: types('core'), texts: types('texts') }[name] ?? (folder === name ? types(name) : area(name))
  return [policy(from, readNames(imports).flatMap(coreTargets))]
}

function coreTargets({ name, files }) {
  if (name === 'every') return [area('!(mcp|testing)')]
  if (name === 'contract') return [types('contract')]
  if (name === 'host') return [types('core')]
  if (files.length === 0) return [area(name)]
  // The folders of app/mcp are elements of their own.
  const inRoom = files.filter((file) => name === 'mcp' && file.includes('/')).map((file) => file.split('/'))
  const own = files.filter((file) => !inRoom.some((steps) => steps.join('/') === file))
  return [
    { ...area(name), fileInternalPath: `${oneOf(own)}.ts` },
    ...inRoom.map(([folder, file]) => ({ ...mcpRoom(folder), fileInternalPath: `${file}.ts` }))
  ]
}

/** The order of the folders of app/mcp, and which of them may import other areas. */
function mcpPolicies(page) {
  const [, order, exceptions = ''] =
    /Inside `app\/mcp`\*\*, each folder imports only those after it: ([^.]+)\.\s([^*]*)/u.exec(page) ?? []
  if (order === undefined) throw new Error('ARCHITECTURE.md has no order of the folders of app/mcp')
  const namesIn = (words) => [...words.matchAll(/`(?:[\w-]+\/)?([\w-]+)`/gu)].map(([, name]) => name)
  const steps = order.split('→').map(namesIn)
  return [
    policy(types('mcp-room'), [{ ...area('mcp'), fileInternalPath: 'interface.ts' }]),
    ...[...exceptions.matchAll(/((?:`[\w/]+`(?:, | and )?)+)\s+may\s+import\s+`app\/(\w+)`/gu)].map(
      ([, users, name]) => policy(mcpRoom(oneOf(namesIn(users))), [area(name)])
    ),
    ...steps
      .slice(0, -1)
      .map((names, index) => policy(mcpRoom(oneOf(names)), [mcpRoom(oneOf(steps.slice(index + 1).flat()))]))
  ]
}

function pagePolicies({ folder, imports }) {
  const name = folder.slice('renderer/'.length)
  if (name === 'testing') return []
  const [, ...relations] = imports.split('; ')
  const allowed = readNames(imports).flatMap(pageTargets)
  return [
    ...(allowed.length === 0 ? [] : fromFolder(name).map((from) => policy(from, allowed))),
    ...relations.flatMap((words) => relationPolicies(name, words))
  ]
}

function fromFolder(name) {
  if (name === '<feature>')
    return [
      { type: 'feature', captured: { name: '!(diagrams|preview-pages)' } },
      room('{consent,conversation,servers}')
    ]
  if (name === 'diagrams') return [{ type: 'feature', captured: { name } }]
  return parts.includes(name) ? [part(name), room(name)] : []
}

function pageTargets({ name }) {
  if (name === 'every') return [types('contract', 'part', 'feature', 'room')]
  if (name === 'contract') return [types('contract')]
  if (name === 'parts') return [part('parts'), room('parts')]
  if (name === 'ui') return [room('ui')]
  return parts.includes(name) ? [part(name)] : []
}

/** `a` ← `b` ← `c`: `b` may import `a`, and `c` both. `*` stands for the files of the folder itself. */
function relationPolicies(folder, words) {
  const steps = words.split('←').map((step) => [...step.matchAll(/`([^`]+)`/gu)].map(([, name]) => name))
  return steps.slice(1).map((names, index) => {
    const before = steps.slice(0, index + 1).flat()
    const rooms = before.filter((name) => name !== '*')
    return policy(room(folder, oneOf(names)), [
      ...(before.includes('*') ? [part(folder)] : []),
      ...(rooms.length > 0 ? [room(folder, oneOf(rooms))] : [])
    ])
  })
}
