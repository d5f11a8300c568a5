/** The form for the arguments of a tool, a prompt or a template: its keys, and how Parley reads it. Pure. */
import type { JsonObject, JsonValue } from '../../../app/contract/json'
import { toText } from '../../../app/texts/render-localized'
import { terminal as texts } from '../../../app/texts/compiled/window/terminal'
import { listFormFields, readField, type FormField } from '../questions/form-fields'
import type { Key } from '../terminal/screen'
import { editLine, emptyLine, lineWith } from './line-edit'
import type { Effect, FormItem, FormPage, JsonPage, Page, Proposal } from './state'

/** What a key does to a page: the pages in its place, and what else happens. */
export interface PageUpdate {
  readonly pages: readonly Page[]
  readonly effects: readonly Effect[]
}

export function openForm(item: FormItem): FormPage {
  const fields = fieldsOf(item)
  return {
    kind: 'form',
    item,
    fields,
    lines: fields.map(() => emptyLine),
    chosen: 0,
    problems: fields.map(() => null),
    proposals: []
  }
}

function fieldsOf(item: FormItem): readonly FormField[] {
  if (item.kind === 'tool') return listFormFields(item.value.inputSchema)
  const named =
    item.kind === 'prompt'
      ? item.value.arguments
      : item.value.variables.map((name) => ({ name, title: null, description: '', isRequired: false }))
  return named.map(({ name, title, description, isRequired }) => ({
    name,
    title: title ?? name,
    description,
    isRequired,
    kind: 'text',
    choices: [],
    usual: undefined
  }))
}

/** Only the arguments of tools can be written as JSON. */
export function formButtons({ item }: FormPage): readonly ('run' | 'json')[] {
  return item.kind === 'tool' ? ['run', 'json'] : ['run']
}

/** Null: the key does nothing here. */
export function pressInForm(page: FormPage, key: Key): PageUpdate | null {
  const { chosen, fields, item } = page
  if (key.name === 'tab' && !key.isShift && item.kind !== 'tool' && chosen < fields.length)
    return propose(page)
  const moved = movedField(page, key)
  if (moved !== null) return only(moved)
  if (key.name === 'return') return pressEnter(page)
  const field = fields[chosen]
  if (field === undefined) return null
  const line = page.lines[chosen] ?? emptyLine
  const edited = nextChoice(field, line.text, key) ?? editLine(line, key)
  if (edited === null) return null
  return only({ ...page, lines: page.lines.with(chosen, edited), problems: page.problems.with(chosen, null) })
}

function movedField(page: FormPage, { name, isShift }: Key): FormPage | null {
  const last = page.fields.length + formButtons(page).length - 1
  const isDown = name === 'down' || (name === 'tab' && !isShift)
  if (!isDown && name !== 'up' && name !== 'tab') return null
  const chosen = Math.max(0, Math.min(last, page.chosen + (isDown ? 1 : -1)))
  return { ...page, chosen, proposals: [] }
}

/** The arrows go through the choices of a field, without a choice first. */
function nextChoice({ kind, choices }: FormField, typed: string, { name }: Key) {
  const values =
    kind === 'one' ? choices.map(({ value }) => value) : kind === 'yes-no' ? ['true', 'false'] : []
  if (values.length === 0 || (name !== 'left' && name !== 'right')) return null
  const all = ['', ...values]
  const at = Math.max(0, all.indexOf(typed)) + (name === 'right' ? 1 : -1)
  return lineWith(all.at(at % all.length) ?? '')
}

function pressEnter(page: FormPage): PageUpdate {
  const { chosen, fields } = page
  if (chosen < fields.length) return only({ ...page, chosen: chosen + 1, proposals: [] })
  const { args, problems } = readForm(page)
  if (formButtons(page)[chosen - fields.length] === 'json')
    return { pages: [page, openJson(page, args)], effects: [] }
  const faulty = problems.findIndex((problem) => problem !== null)
  if (faulty !== -1) return only({ ...page, problems, chosen: faulty })
  return { pages: [page], effects: [{ type: 'use', item: page.item, args }] }
}

interface ReadForm {
  readonly args: JsonObject
  readonly problems: readonly (string | null)[]
}

function readForm({ fields, lines, item }: FormPage): ReadForm {
  const values: [string, JsonValue][] = []
  const problems = fields.map((field, at) => {
    const { text } = lines[at] ?? emptyLine
    // An empty variable of a template is left out.
    const read = readField(field, text)
    // On the terminal, the answer is typed behind it.
    if (read.type === 'problem') return toText(read.said).replace(/:$/, '')
    if (read.type === 'value') values.push([field.name, read.value])
    return null
  })
  return {
    args: Object.fromEntries(values),
    problems: item.kind === 'template' ? problems.map(() => null) : problems
  }
}

function openJson({ item }: FormPage, args: JsonObject): JsonPage {
  return { kind: 'json', item, line: lineWith(JSON.stringify(args)), problem: null }
}

export function pressInJson(page: JsonPage, key: Key): PageUpdate | null {
  if (key.name !== 'return') {
    const line = editLine(page.line, key)
    return line === null ? null : only({ ...page, line, problem: null })
  }
  const args = readObject(page.line.text)
  if (args === null) return only({ ...page, problem: texts.notAnObject() })
  return { pages: [page], effects: [{ type: 'use', item: page.item, args }] }
}

function readObject(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as JsonValue
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : null
  } catch {
    return null // the page says what it has to be
  }
}

/** Asks the server for values first, and then goes through them. */
function propose(page: FormPage): PageUpdate {
  const { item, fields, lines, chosen, proposals } = page
  const field = fields[chosen]
  if (field === undefined) return only(page)
  const typed = lines[chosen]?.text ?? ''
  if (proposals.length > 0) {
    const next = proposals[(proposals.indexOf(typed) + 1) % proposals.length] ?? ''
    return only({ ...page, lines: lines.with(chosen, lineWith(next)) })
  }
  const others = fields.map(({ name }, at) => [name, lines[at]?.text ?? ''] as const)
  const context = Object.fromEntries(others.filter(([name, text]) => name !== field.name && text !== ''))
  return { pages: [page], effects: [{ type: 'propose', item, name: field.name, value: typed, context }] }
}

/** What the server proposes, with the first one filled in. Late values for something else are ignored. */
export function withProposals(
  page: FormPage,
  { request, values }: { readonly request: Proposal; readonly values: readonly string[] }
): FormPage {
  const [first] = values
  const isWanted =
    page.item === request.item &&
    page.fields[page.chosen]?.name === request.name &&
    page.lines[page.chosen]?.text === request.value
  if (first === undefined || !isWanted) return page
  return { ...page, proposals: values, lines: page.lines.with(page.chosen, lineWith(first)) }
}

function only(page: Page): PageUpdate {
  return { pages: [page], effects: [] }
}
