/** The form for arguments, and the same as JSON. Pure. */
import { terminal as texts } from '../../../app/texts/compiled/window/terminal'
import { say, toText } from '../../../app/texts/render-localized'
import { cutText, widthOf, wrapText } from '../terminal/cell-text'
import { terminalBlock, terminalLine } from '../terminal/terminal-text'
import type { Size, Style } from '../terminal/screen'
import { inputRow, line, textRows, type Drawn, type Row } from './rows'
import { formButtons } from './form-page'
import { emptyLine } from './line-edit'
import { bodyRows } from './lists'
import type { FormPage, JsonPage } from './state'

/** Rows of a field's description. */
const describedRows = 3

export function drawForm(page: FormPage, size: Size): Drawn {
  const height = bodyRows({ size })
  const fields = page.fields.map((_, at) => drawField(page, at, size))
  const buttons = drawButtons(page, size)
  const rows = [...fields.flat(), ...buttons]
  const { chosen } = page
  const start = fields.slice(0, chosen).flat().length
  const end = chosen < fields.length ? start + (fields[chosen]?.length ?? 0) : rows.length
  // The whole field with the cursor is on screen, or its end.
  const top = Math.max(0, end - height)
  const field = fields[chosen]
  if (field === undefined) return { rows: rows.slice(top), cursor: null }
  const inputAt = end - 2 - top
  const { cursor } = inputRow('  > ', page.lines[chosen] ?? emptyLine, {
    row: inputAt,
    columns: size.columns
  })
  return { rows: rows.slice(top), cursor }
}

/** Its texts, the line to type in, and what is wrong or proposed. */
function drawField(
  { fields, lines, chosen, problems, proposals }: FormPage,
  at: number,
  size: Size
): readonly Row[] {
  const field = fields[at]
  if (field === undefined) return []
  const { title, name, description, kind, isRequired, usual, choices } = field
  const named = title === name ? name : `${name} (${title})`
  const isChosen = at === chosen
  const about =
    description === '' ? [] : wrapText(terminalBlock(description), size.columns - 2).slice(0, describedRows)
  const listed = choices
    .map(({ value, label }) => (label === value ? value : `${value} (${label})`))
    .join(' | ')
  const how = [
    toText(say('cli.fieldHow', { kind })),
    isRequired ? texts.required() : texts.optional(),
    usual === undefined ? null : texts.usually({ value: terminalLine(JSON.stringify(usual)) })
  ]
  const problem = problems[at]
  const below =
    problem ?? (isChosen && proposals.length > 0 ? texts.proposals({ values: proposals.join(' | ') }) : '')
  const input = inputRow(isChosen ? '  > ' : '    ', lines[at] ?? emptyLine, {
    row: 0,
    columns: size.columns
  })
  const style: Style = isChosen ? 'strong' : 'plain'
  return [
    line(cutText(`  │ ${terminalLine(named)}`, size.columns), style, size),
    ...textRows(about, size),
    ...(listed === ''
      ? []
      : textRows(wrapText(terminalBlock(terminalLine(listed)), size.columns - 2).slice(0, 3), size)),
    line(`    ${how.filter((part) => part !== null).join(', ')}`, 'faint', size),
    input.cells,
    line(
      below === '' ? '' : `  ${problem == null ? '' : '! '}${below}`,
      problem == null ? 'faint' : 'bad',
      size
    )
  ]
}

function drawButtons(page: FormPage, { columns }: Size): readonly Row[] {
  const words = { run: runText(page), json: texts.editAsJson() }
  const none = page.fields.length === 0 ? [line(`  ${texts.noArguments()}`, 'plain', { columns }), []] : []
  const buttons = formButtons(page).map((button, at): Row => {
    const isChosen = page.chosen === page.fields.length + at
    const text = `${isChosen ? '>' : ' '} [ ${words[button]} ]`
    return [
      {
        at: 1,
        width: Math.max(1, Math.min(columns - 1, widthOf(text) + 1)),
        text,
        style: isChosen ? 'chosen' : 'plain'
      }
    ]
  })
  return [...none, ...buttons]
}

function runText({ item }: FormPage): string {
  if (item.kind === 'tool') return texts.call()
  return item.kind === 'prompt' ? texts.get() : texts.read()
}

export function drawJson({ line: edit, problem }: JsonPage, size: Size): Drawn {
  const width = Math.max(1, size.columns - 2)
  const before = rowsOf(edit.text.slice(0, edit.at), width)
  const rows = rowsOf(edit.text, width)
  const height = Math.max(1, bodyRows({ size }) - 2)
  const row = before.length - 1
  const top = Math.max(0, row - height + 1)
  return {
    rows: [
      ...rows.slice(top, top + height).map((text) => line(` ${text}`, 'plain', size)),
      [],
      line(problem === null ? '' : ` ! ${problem}`, 'bad', size)
    ],
    cursor: { row: row - top, column: 1 + widthOf(before.at(-1) ?? '') }
  }
}

/** Rows of at most `width` cells, broken anywhere, so that the cursor is where the character is. */
function rowsOf(text: string, width: number): readonly string[] {
  const rows: string[] = []
  let row = ''
  let used = 0
  for (const character of text) {
    const cells = widthOf(character)
    if (used + cells > width && row !== '') {
      rows.push(row)
      row = ''
      used = 0
    }
    row += character
    used += cells
  }
  return [...rows, row]
}
