/** The entry of a server that a bundle installs: sets what it runs, and keeps the rest of the entry. */
import { isBreakage, parseDocument, listProperties, findProperty } from '../document/json-document'
import { removeIfEmpty, removeValue, setValue } from '../document/text-edits'

interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/**
 * `before`: the current entry; null: there is none. `former`: what the previous version had written. Variables that the
 * user added are kept.
 */
export function writeBundleEntry(before: string | null, launch: Launch, former: Launch | null): string {
  const start = before ?? '{}'
  const gone = Object.keys(former?.env ?? {}).filter((name) => !Object.hasOwn(launch.env, name))
  const remaining = [...gone.map((name) => ['env', name]), ['url'], ['type']].reduce(removeValue, start)
  const named = setValue(remaining, ['command'], launch.command)
  const given =
    launch.args.length > 0 ? setValue(named, ['args'], [...launch.args]) : removeValue(named, ['args'])
  const filled = Object.entries(launch.env).reduce(
    (text, [name, value]) => setValue(text, ['env', name], value),
    removeIfNoObject(given)
  )
  return removeIfEmpty(filled, ['env'])
}

/** An `env` that isn't an object would prevent setting a variable in it. */
function removeIfNoObject(json: string): string {
  const document = parseDocument(json, 'entry')
  if (isBreakage(document)) return json
  const env = findProperty(document.root, 'env')?.value
  return env !== undefined && listProperties(env).length === 0 ? removeValue(json, ['env']) : json
}
