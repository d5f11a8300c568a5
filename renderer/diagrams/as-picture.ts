/**
 * Drawings from the library are made for a page. As a picture, and as a file for other programs, they need some
 * changes.
 */

const living = 'script, iframe, object, embed, image, img, audio, video, link, form, input, button, textarea'

/** Well-formed, with an explicit size, and without anything that a page could run, load or follow. */
export function asPicture(svg: string): string {
  const root = new DOMParser().parseFromString(svg, 'text/html').body.firstElementChild
  if (root?.localName !== 'svg') throw new Error('the drawing is damaged')
  giveSize(root as SVGElement)
  for (const part of root.querySelectorAll(living)) part.remove()
  for (const link of root.querySelectorAll('a')) link.replaceWith(asGroup(link))
  for (const style of root.querySelectorAll('style')) style.textContent = withoutAddresses(style.textContent)
  for (const element of [root, ...root.querySelectorAll('*')]) loseAttributes(element)
  return new XMLSerializer().serializeToString(root)
}

/** A link also positions its content. */
function asGroup(link: Element): Element {
  const group = link.ownerDocument.createElementNS('http://www.w3.org/2000/svg', 'g')
  for (const { name, value } of link.attributes) group.setAttribute(name, value)
  group.append(...link.childNodes)
  return group
}

function giveSize(root: SVGElement): void {
  const [, , width = 0, height = 0] = (root.getAttribute('viewBox') ?? '').split(/[\s,]+/).map(Number)
  if (!(width > 0 && height > 0)) return
  root.setAttribute('width', String(Math.ceil(width)))
  root.setAttribute('height', String(Math.ceil(height)))
  root.style.removeProperty('max-width')
}

function loseAttributes(element: Element): void {
  for (const { name, value } of [...element.attributes]) {
    const leadsAway = /(?:^|:)(?:href|src)$/i.test(name) && !value.startsWith('#')
    if (/^on/i.test(name) || leadsAway) element.removeAttribute(name)
    else if (leading.test(value)) element.setAttribute(name, withoutAddresses(value))
  }
}

const functions = String.raw`(?:url|src|image|(?:-webkit-)?image-set)\(\s*["']?(?!\s*#)`
const addressed = String.raw`[\w-]+\(\s*["']?(?:[a-z][a-z\d+.-]*:|//)`
const elsewhere = new RegExp(String.raw`(?:${functions}|${addressed})[^)]*\)`, 'gi')
/** An escape may encode any of their letters. */
const leading = new RegExp(String.raw`\\|@import|${elsewhere.source}`, 'i')

/** References within the drawing stay. */
function withoutAddresses(css: string): string {
  return css
    .replaceAll('\\', '')
    .replace(/@import[^;]*(?:;|$)/gi, '')
    .replace(elsewhere, 'none')
}
