/** Web pages that arrive where an answer is expected: of a gateway, a sign-in, or an address without an API. */

const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' '
}

export function isWebPage(text: string): boolean {
  return /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:!doctype\b|html\b|head\b|body\b|title\b|h1\b|center\b|meta\b|script\b|div\b|p\b)/i.test(
    text
  )
}

/** The topic of a page: its title, its first heading, or its first words. Empty when it has none. */
export function readPageTitle(html: string): string {
  const titles = ['title', 'h1', 'h2'].map((tag) => getContent(html, tag))
  return (
    titles.find((title) => title !== '') ??
    getText(html.replaceAll(/<(script|style)\b[\s\S]*?<\/\1\s*>/gi, ' '))
  )
}

function getContent(html: string, tag: string): string {
  return getText(new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}\\s*>`, 'i').exec(html)?.[1] ?? '')
}

function getText(html: string): string {
  const text = html.replaceAll(/<[^>]*>/g, ' ')
  const plain = text.replaceAll(/&(?:#\d{1,7}|#x[\da-f]{1,6}|\w{2,8});/gi, getCharacter)
  return plain.replaceAll(/\s+/g, ' ').trim().slice(0, 200)
}

function getCharacter(entity: string): string {
  const name = entity.slice(1, -1).toLowerCase()
  if (!name.startsWith('#')) return named[name] ?? entity
  const code = name.startsWith('#x') ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1))
  return code <= 0x10_ff_ff ? String.fromCodePoint(code) : ''
}
