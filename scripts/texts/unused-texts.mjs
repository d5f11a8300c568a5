// Which texts of the catalogue no source names. Pure: sources come in as text.

/**
 * A text of the window is named as `area.key` where the area is imported, under that or another name; one of the core
 * by its whole key, `'area.key'`.
 * @param {import('./catalogue.mjs').Area[]} areas of one language
 * @param {readonly string[]} sources
 * @returns {string[]} `part/area.json: key`
 */
export function findUnusedTexts(areas, sources) {
  const named = new Set(sources.flatMap((source) => [...namesInWindow(source), ...namesInCore(source)]))
  return areas.flatMap(({ part, name, messages }) =>
    messages
      .filter(({ key }) => !named.has(`${part} ${name}.${key}`))
      .map(({ key }) => `${part}/${name}.json: ${key}`)
  )
}

const imports = /import \{ (?<area>\w+)(?: as (?<local>\w+))? \} from '[^']*\/compiled\/window\/\w+'/gu

function* namesInWindow(source) {
  for (const { groups } of source.matchAll(imports))
    for (const [, key] of source.matchAll(new RegExp(`\\b${groups.local ?? groups.area}\\.(\\w+)`, 'gu')))
      yield `window ${groups.area}.${key}`
}

function* namesInCore(source) {
  for (const [, key] of source.matchAll(/'(\w+\.\w+)'/gu)) yield `core ${key}`
}
