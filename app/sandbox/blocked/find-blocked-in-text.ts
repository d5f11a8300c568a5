/**
 * Files that the sandbox denied, parsed from the error output of a sandboxed server in the format of its runtime. A
 * hint, because the server writes the output. Pure.
 */

export interface BlockedInText {
  /**
   * `missing`: the path didn't exist in the sandbox. The text doesn't say whether it exists outside, and what the
   * server wanted.
   */
  readonly what: 'write' | 'missing'
  readonly path: string
}

const longest = 2_000
const mostFound = 5
const path = String.raw`(\/[^'"\n]{1,1000})`
const bare = String.raw`(\/[^\s:'"]{1,1000})`

/**
 * A line that names the blocked access, with the path: in quotes (Node, Python, Perl, coreutils), before a colon (Go,
 * shells), before parentheses (Java), in parentheses (PHP), after a dash (Ruby), in code marks (Rust with its better
 * libraries).
 */
function getForms({ source: code }: RegExp, { source: words }: RegExp): readonly RegExp[] {
  return [
    new RegExp(String.raw`\b${code}\b[^'"\n]{0,100}['"]${path}['"]`, 'i'),
    new RegExp(String.raw`${words}[^'"\n]{0,20}['"]${path}['"]`, 'i'),
    new RegExp(String.raw`['"]${path}['"]: ${words}`, 'i'),
    new RegExp(String.raw`(?:^|[\s:])${bare}: ${words}`, 'i'),
    new RegExp(String.raw`: (\/[^'"\n()]{1,1000}) \(${words}\)`, 'i'),
    new RegExp(String.raw`\((\/[^'"\n()]{1,1000})\): [^\n]{0,40}${words}`, 'i'),
    new RegExp(String.raw`${words} @ \w{1,40} - (\/[^'"\n()]{1,1000})(?: \(|$)`, 'i'),
    new RegExp(String.raw`\x60(\/[^\x60\n]{1,1000})\x60:? ${words}`, 'i')
  ]
}

const kinds = [
  { what: 'write', sign: /EROFS|read-only file system/i, forms: getForms(/EROFS/, /read-only file system/) },
  {
    what: 'missing',
    sign: /ENOENT|no such file or directory/i,
    forms: getForms(/ENOENT/, /no such file or directory/)
  },
  {
    what: 'missing',
    sign: /EACCES|EPERM|permission denied|operation not permitted/i,
    forms: getForms(/(?:EACCES|EPERM)/, /(?:permission denied|operation not permitted)/)
  },
  // Without a message of the system.
  {
    what: 'missing',
    sign: /NoSuchFileException|AccessDeniedException/,
    forms: [/(?:NoSuchFileException|AccessDeniedException): (\/[^'"\n]{1,1000})$/]
  }
] as const

/** Blocked files in the first lines that name any. */
export function findBlockedInText(text: string): readonly BlockedInText[] {
  const lines = text.slice(0, longest).split('\n')
  return lines.flatMap((line) => refusalIn(line) ?? []).slice(0, mostFound)
}

function refusalIn(line: string): BlockedInText | null {
  for (const { what, sign, forms } of kinds) {
    if (!sign.test(line)) continue
    for (const form of forms) {
      const found = form.exec(line)?.[1]
      if (found !== undefined) return { what, path: found }
    }
  }
  return null
}
