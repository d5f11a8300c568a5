import { FolderOpen } from 'lucide-react'
import type { ReactElement } from 'react'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectAllMarked } from '../../testing/hidden-text'
import { show } from '../../testing/show'
import { Badge } from '../controls/badge'
import { Button, IconButton } from '../controls/button'
import { CodeBlock } from './code-block'
import { CompletionField } from '../controls/completion-field'
import { DataView } from './data-view'
import { Dialog } from '../controls/dialog'
import { FolderDialog } from '../../parts/folder-dialog'
import { JsonEditor } from '../schema-form/json-editor'
import { JsonView } from './json-view'
import { Markdown } from './markdown'
import { Rounds } from '../../parts/rounds'
import { SchemaForm } from '../schema-form/schema-form'
import { SecretField } from '../controls/secret-field'
import { Select } from '../controls/select'
import { Switch } from '../controls/switch'
import { TextField } from '../controls/text-field'
import { quote } from '../../../app/texts/localized'

const bad = 'a\u202eb'
const nothing = () => {}
const control = { current: null }
const options = [{ value: '1', label: bad, detail: bad }]

const parts: readonly (readonly [string, ReactElement])[] = [
  [
    'a button',
    <Button key="" aria-label={bad} title={bad}>
      {'U+202E'}
    </Button>
  ],
  ['a badge', <Badge key="">{bad}</Badge>],
  ['a switch', <Switch key="" label={bad} isOn onChange={nothing} />],
  ['a field', <TextField key="" label={bad} value={bad} onChange={nothing} hint={bad} error={bad} />],
  [
    'a masked field',
    <SecretField key="" label={bad} secret={{ control, onFilled: nothing }} hint={bad} error={bad} />
  ],
  ['code', <CodeBlock key="" code={bad} language={bad} />],
  ['JSON', <JsonView key="" label={bad} value={{ [bad]: bad }} />],
  [
    'data',
    <DataView key="" label={bad} value={[{ [bad]: bad }]} problems={[{ path: '/0', message: bad }]} />
  ],
  ['rounds', <Rounds key="" label={bad} entries={[{ round: 1, text: quote(bad) }]} limit={3} />],
  [
    'a dialog',
    <Dialog key="" open title={bad} description={bad} onClose={nothing}>
      {null}
    </Dialog>
  ],
  ['HTML in Markdown', <Markdown key="" text={`<b title="${bad}">x</b>\n\n<!-- ${bad} -->\n\n${bad}`} />]
]

test.each(parts)('draws hidden characters in %s as marks', (_name, element) => {
  show(element)
  expectAllMarked()
})

test('names an icon button with marks, in its tooltip as well', () => {
  show(<IconButton label={bad} icon={FolderOpen} />)
  const button = screen.getByRole('button', { name: 'a[U+202E]b' })
  expect(button.getAttribute('data-tooltip')).toBe('a[U+202E]b')
})

test('marks labels, details, groups and notes in a list of choices', async () => {
  const { person } = show(
    <Select
      label={bad}
      value="1"
      groups={[{ label: bad, options, note: bad }]}
      onChange={nothing}
      error={bad}
    />
  )
  await person.click(screen.getByRole('combobox'))
  await screen.findByRole('option')
  expectAllMarked()
})

test('marks values that a server offers for an argument, and describes the hidden characters of a chosen one', async () => {
  const { person } = show(
    <CompletionField
      label={bad}
      value={bad}
      hint={bad}
      error={bad}
      values={[`${bad}c`]}
      onChange={nothing}
      onAsk={nothing}
      onEnter={nothing}
    />
  )
  await person.click(screen.getByRole('textbox'))
  await person.keyboard('{ArrowDown}')
  expect(screen.getByRole('listbox')).toBeTruthy()
  expect(screen.getByText(/^Contains a hidden character/)).toBeTruthy()
  expectAllMarked()
})

test('marks names, titles, choices and problems in a form, and describes hidden characters of edited text', () => {
  const properties = {
    [bad]: { type: 'string', title: bad, description: bad, default: bad, pattern: bad },
    [`${bad}1`]: { enum: [bad], title: bad },
    [`${bad}2`]: { type: 'array', items: { enum: [bad] } },
    [`${bad}3`]: { const: bad },
    [`${bad}4`]: { type: 'array', items: { type: 'string' } },
    [`${bad}5`]: { type: 'object', properties: { [bad]: { type: 'number' } } },
    [`${bad}6`]: {
      oneOf: [
        { title: bad, type: 'object' },
        { title: `${bad}x`, type: 'string' }
      ]
    },
    [`${bad}7`]: {}
  }
  const value = {
    [bad]: bad,
    [`${bad}1`]: 'other\u202e',
    [`${bad}4`]: [bad],
    [`${bad}5`]: {},
    [`${bad}7`]: { [bad]: 1 }
  }
  const problems = [
    { path: '', message: bad },
    { path: `/${bad}`, message: bad }
  ]
  show(
    <SchemaForm
      schema={{ type: 'object', properties }}
      value={value}
      problems={problems}
      onChange={nothing}
    />
  )
  expectAllMarked()
  expect(screen.getAllByText(/^Contains .*hidden character/).length).toBeGreaterThan(1)
})

test('says that edited JSON contains invisible characters', () => {
  show(<JsonEditor label={bad} value={{ text: `${bad}\u200b` }} onChange={nothing} />)
  const editor = screen.getByRole('textbox')
  const ids = editor.getAttribute('aria-describedby')?.split(' ') ?? []
  expect(ids.map((id) => document.getElementById(id)?.textContent)).toEqual(['Contains 2 hidden characters.'])
  expectAllMarked()
})

test('marks a folder and the servers that may know about it', () => {
  const shared = { open: true, isBusy: false, failure: bad, onSave: nothing, onClose: nothing }
  show(<FolderDialog {...shared} folder={{ path: bad, servers: [bad] }} serverNames={[`${bad}2`]} />)
  expectAllMarked()
})

test('copies a code block as written, however much of it is hidden', async () => {
  const code = `rm${[...'all of it'].map((one) => String.fromCodePoint(0xe0000 + one.charCodeAt(0))).join('')}${'\u200b'.repeat(40)} x`
  let copied = ''
  const { person } = show(<Markdown text={`\`\`\`\n${code}\n\`\`\``} />, {
    copyText: async (text) => void (copied = text)
  })
  expectCode()
  await person.click(screen.getByRole('button', { name: 'Copy code' }))
  expect(copied).toBe(code)
})

function expectCode() {
  expect(document.querySelector('pre')?.textContent).toContain('reads “all of it”')
}
