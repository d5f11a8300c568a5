/**
 * What a call would write to a file, as far as its arguments show. Covers the argument shapes of common file and editor
 * servers. Pure. Parley shows it to the user and decides nothing by it: the server may write something different.
 */
import type { JsonObject, JsonValue } from '../json'

export type FileWrite =
  | { readonly type: 'whole' | 'append'; readonly path: string; readonly content: string }
  | { readonly type: 'edits'; readonly path: string; readonly edits: readonly FileEdit[] }

export interface FileEdit {
  readonly from: string
  readonly to: string
}

/** Words in a tool's name that suggest a change to a file. */
const changing = /write|edit|create|save|append|replace|update|patch|insert|modify|put/i

const pathNames = ['path', 'file_path', 'filePath', 'filename', 'file', 'target_file']
const contentNames = ['content', 'contents', 'file_text', 'text', 'data', 'new_content']
const fromNames = ['oldText', 'old_text', 'old_string', 'oldString', 'old_str']
const toNames = ['newText', 'new_text', 'new_string', 'newString', 'new_str']

/** Null: it doesn't look like a write, or is only a dry run. */
export function detectFileWrite(toolName: string, args: JsonObject): FileWrite | null {
  const path = textOf(args, pathNames)
  if (path === null || path === '' || !changing.test(toolName) || args['dryRun'] === true) return null
  const edits = editsOf(args)
  if (edits !== null) return { type: 'edits', path, edits }
  const content = textOf(args, contentNames)
  if (content === null) return null
  return { type: /append/i.test(toolName) ? 'append' : 'whole', path, content }
}

export interface Written {
  readonly text: string
  /** Edits whose passage isn't in the current file. */
  readonly missing: number
}

/** The resulting file. Line ends are normalized, as in servers that search for a passage. */
export function writeInto(before: string, write: FileWrite): Written {
  if (write.type !== 'edits')
    return { text: write.type === 'append' ? before + write.content : write.content, missing: 0 }
  let text = evened(before)
  let missing = 0
  for (const { from, to } of write.edits) {
    const at = from === '' ? -1 : text.indexOf(evened(from))
    if (at < 0) missing += 1
    else text = text.slice(0, at) + evened(to) + text.slice(at + evened(from).length)
  }
  return { text, missing }
}

function editsOf(args: JsonObject): readonly FileEdit[] | null {
  const list = Array.isArray(args['edits']) ? args['edits'] : [args]
  const edits = list.map(editOf)
  return edits.length > 0 && edits.every((edit) => edit !== null) ? edits : null
}

function editOf(value: JsonValue): FileEdit | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const [from, to] = [textOf(value, fromNames), textOf(value, toNames)]
  return from === null || to === null ? null : { from, to }
}

function textOf(args: JsonObject, names: readonly string[]): string | null {
  const name = names.find((each) => Object.hasOwn(args, each))
  const value = name === undefined ? null : args[name]
  return typeof value === 'string' ? value : null
}

function evened(text: string): string {
  return text.replaceAll('\r\n', '\n')
}
