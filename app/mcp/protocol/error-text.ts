/** Cleans messages of servers and of the client library so that they can be shown inside a message to the user. */

const lengthLimit = 500
/** Control characters, and characters that change the direction of text. */
const disturbing = /[\p{Cc}\p{Bidi_Control}]/gu

/** The message of an error: bounded, without control characters, and only the first of a list of schema errors. */
export function toErrorText(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error)
  const text = firstFinding(said).replace(disturbing, (character) => (character === '\n' ? character : ''))
  return text.length > lengthLimit ? `${text.slice(0, lengthLimit)}…` : text
}

/** The library writes schema errors as `Invalid result for initialize: [{ "path": […], "message": "…" }]`. */
function firstFinding(text: string): string {
  const start = text.indexOf(': [\n')
  if (start < 0) return text
  try {
    const [first] = JSON.parse(text.slice(start + 2)) as { path?: unknown[]; message?: unknown }[]
    const place = first?.path?.join('.') ?? ''
    return `${text.slice(0, start)}: ${String(first?.message)}${place === '' ? '' : ` (at "${place}")`}`
  } catch {
    return text
  }
}
