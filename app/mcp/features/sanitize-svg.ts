/**
 * Sanitizes an SVG drawing: writes it again from the elements and attributes that only draw. Scripts, styles,
 * animation, foreign content and external references are removed. Input that isn't plain XML is refused.
 */

const elements = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan ' +
    'linearGradient radialGradient stop clipPath mask pattern'
  ).split(' ')
)
const attributes = new Set(
  (
    'xmlns viewBox preserveAspectRatio version width height x y x1 y1 x2 y2 cx cy r rx ry fx fy dx dy d points transform ' +
    'id href xlink:href clip-path clip-rule mask opacity fill fill-opacity fill-rule stroke stroke-width stroke-opacity ' +
    'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset color display visibility ' +
    'offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod clipPathUnits maskUnits ' +
    'maskContentUnits patternUnits patternContentUnits patternTransform font-size font-family font-weight ' +
    'text-anchor dominant-baseline vector-effect'
  ).split(' ')
)
const svgNamespace = 'http://www.w3.org/2000/svg'
const mostTags = 20_000

const token =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<!DOCTYPE[^>[]*>|<(\/?)([A-Za-z_][\w:.-]*)((?:\s+[^\s=<>"'/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|[^<]+/gy
const attribute = /([^\s=<>"'/]+)\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g

/** Null if the text isn't a drawing or can't be read reliably. */
export function sanitizeSvg(text: string): string | null {
  const source = text.replace(/^\uFEFF/, '').trim()
  if (!/^(?:<\?xml|<!--|<!DOCTYPE\s+svg|<svg[\s>])/.test(source)) return null
  const written = rewrite(source)
  return written?.startsWith('<svg') === true ? written : null
}

function rewrite(source: string): string | null {
  const open: string[] = []
  const out: string[] = []
  /** Nesting depth inside an element that is left out. */
  let skipped = 0
  let isOver = false
  let position = 0
  for (let count = 0; position < source.length; count += 1) {
    token.lastIndex = position
    const match = token.exec(source)
    if (match === null || count > mostTags) return null
    position = token.lastIndex
    const [whole, slash, name, rest = '', isEmpty] = match
    if (name === undefined) {
      if (!whole.startsWith('<') && skipped === 0 && open.length > 0) out.push(escape(decode(whole)))
      continue
    }
    if (slash === '/') {
      if (open.pop() !== name) return null
      if (skipped === 0) out.push(`</${name}>`)
      else skipped -= 1
      isOver = open.length === 0
      continue
    }
    if (isOver || (open.length === 0 && name !== 'svg')) return null
    const isLeftOut = skipped > 0 || !elements.has(name)
    if (!isLeftOut) out.push(`<${name}${writeAttributes(rest, open.length === 0)}${isEmpty}>`)
    if (isEmpty === '/') isOver = open.length === 0
    else open.push(name)
    if (isLeftOut && isEmpty !== '/') skipped += 1
  }
  return open.length === 0 && isOver ? out.join('') : null
}

/** The root element declares SVG, in the form that every viewer requires. */
function writeAttributes(text: string, isRoot: boolean): string {
  const kept = new Map<string, string>()
  if (isRoot) kept.set('xmlns', svgNamespace)
  for (const [, name = '', double, single] of text.matchAll(attribute)) {
    const value = decode(double ?? single ?? '')
    if (!attributes.has(name) || name === 'xmlns' || !isInside(name, value)) continue
    kept.set(name === 'xlink:href' ? 'href' : name, value)
  }
  return [...kept].map(([name, value]) => ` ${name}="${escape(value)}"`).join('')
}

/** True if the value refers only to places inside the drawing. */
function isInside(name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return /^#[\w.-]+$/.test(value)
  if (
    value.includes('\\') ||
    /(?:javascript|data|https?):|@import|expression\s*\(|image(?:-set)?\s*\(/i.test(value)
  )
    return false
  return (
    (value.match(/url\s*\(/gi) ?? []).length ===
    (value.match(/url\(\s*['"]?#[\w.-]+['"]?\s*\)/g) ?? []).length
  )
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Entities that a document defines itself are removed. */
function decode(text: string): string {
  return text.replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w+);/gi, (_whole, name: string) => {
    if (!name.startsWith('#')) return entities[name] ?? ''
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1))
    return code <= 0x10ffff &&
      !(code < 32 && ![9, 10, 13].includes(code)) &&
      !(code >= 0xd800 && code <= 0xdfff)
      ? String.fromCodePoint(code)
      : ''
  })
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
