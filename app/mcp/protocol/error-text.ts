/** Sentences of servers and of the client library, made fit to stand inside a message for the person. */

const lengthLimit = 500
/** Control characters, and those that turn the direction of writing round. */
const disturbing = /[\p{Cc}\p{Bidi_Control}]/gu

/** What an error says: bounded, without control characters, and a list of findings as its first one. */
export function toErrorText(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  const text = firstFinding(said).replace(disturbing, (character) => (character === '\n' ? character : ''))
  return text.length > lengthLimit ? `${text.slice(0, lengthLimit)}…` : text
}

/** The library writes schema errors as `Invalid result for initialize: [{ "path": […], "message": "…" }]`. */
function firstFinding(said: string): string {
  const start = said.indexOf(': [\n')
  if (start < 0) return said
  try {
    const [first] = JSON.parse(said.slice(start + 2)) as { path?: unknown[]; message?: unknown }[]
    const place = first?.path?.join('.') ?? ''
    return `${said.slice(0, start)}: ${String(first?.message)}${place === '' ? '' : ` (at "${place}")`}`
  } catch {
    return said
  }
}
