/**
 * Batch files of Windows only run in a shell, and no argument is safe in a shell. The batch files of package managers
 * only start a script with Node, so Parley runs that script instead. All other batch files are refused.
 */
import path from 'node:path'

/** The absolute path of the script that a package manager's batch file starts; null for every other batch file. */
export function findBatchScript(text: string, file: string): string | null {
  const lines = text.slice(0, longest).split(/\r?\n/)
  const variables = readVariables(lines)
  const start = lines.findLast((line) => /%\*\s*$/.test(line))
  const pieces = Array.from((start ?? '').matchAll(/"([^"]*)"/g), ([, piece = '']) =>
    filled(piece, variables)
  )
  const script = pieces.find((piece) => /\.[cm]?js$/i.test(piece))
  if (script === undefined || !script.startsWith(here) || refused.test(script.slice(here.length))) return null
  return path.resolve(
    path.dirname(file),
    ...script
      .slice(here.length)
      .split(/[\\/]+/)
      .filter((part) => part !== '')
  )
}

const longest = 65_536
/** The variable for the folder of the batch file. */
const here = '%~dp0'
/** Characters that a shell interprets. */
// eslint-disable-next-line no-control-regex -- line breaks among them
const refused = /[%!^&|<>"*?:\u0000-\u001f]/
const deepest = 5

/** The first value of each variable: later ones are conditional. */
function readVariables(lines: readonly string[]): ReadonlyMap<string, string> {
  const variables = new Map<string, string>()
  for (const line of lines) {
    const { name, quoted, plain } =
      /^\s*@?set\s+(?:"(?<name>\w+)=(?<quoted>[^"]*)"|(?<plain>\w+=[^"]*?))\s*$/i.exec(line)?.groups ?? {}
    const [key = '', value = ''] = name === undefined ? (plain ?? '').split('=') : [name, quoted]
    if (key !== '' && !variables.has(key.toUpperCase())) variables.set(key.toUpperCase(), value)
  }
  return variables
}

function filled(text: string, variables: ReadonlyMap<string, string>): string {
  let all = text
  for (let depth = 0; depth < deepest; depth++) {
    all = all.replaceAll(/%(\w+)%/g, (whole, name: string) => variables.get(name.toUpperCase()) ?? whole)
  }
  return all
}
