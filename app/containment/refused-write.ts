/** What a contained server says of a write that the walls refused, in the words of its runtime. A hint: they are its own. Pure. */

const longest = 2_000
/** Node, Python and what else quotes the path of a file in a line that names the refusal. */
const forms = [
  /\bEROFS\b[^'"]{0,100}['"](\/[^'"]{1,1000})['"]/,
  /Read-only file system[^'"]{0,20}['"](\/[^'"]{1,1000})['"]/i,
  /['"](\/[^'"]{1,1000})['"]: Read-only file system/i,
  /(?:^|[\s:])(\/[^\s:'"]{1,1000}): Read-only file system/i
]

/** The path; null: the line says nothing of the kind. */
export function refusedWriteIn(line: string): string | null {
  if (!/EROFS|read-only file system/i.test(line)) return null
  const text = line.slice(0, longest)
  for (const form of forms) {
    const found = form.exec(text)?.[1]
    if (found !== undefined) return found
  }
  return null
}
