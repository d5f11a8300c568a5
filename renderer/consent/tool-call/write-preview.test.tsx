import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { ToolCallQuestion } from '../../../app/contract/questions/questions'
import type { WriteTarget } from '../../../app/contract/consent/write-target'
import type { JsonObject } from '../../../app/contract/json'
import { sampleToolQuestion } from '../../testing/sample-state'
import { showQuestions } from '../../testing/show-questions'

const place = '/home/ada/notes/tea.md'

async function show(args: JsonObject, target: WriteTarget, toolName = 'write_file') {
  const question: ToolCallQuestion = {
    ...sampleToolQuestion,
    toolName,
    effect: 'destructive',
    arguments: args
  }
  return await showQuestions([question], {}, undefined, { 'consent.read-target': () => target })
}

const preview = () => screen.findByRole('region', { name: `Changes in ${place}` })
const linesOf = (region: HTMLElement) =>
  within(within(region).getByRole('list'))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

it('shows what a write would change in the file on disk', async () => {
  const { bridge } = await show(
    { path: place, content: 'Tea\nis black.\n' },
    { state: 'there', text: 'Tea\nis green.\n' }
  )
  const region = await preview()
  expect(await within(region).findByText('1 line added, 1 removed.')).toBeTruthy()
  expect(linesOf(region)).toEqual([' Tea', '−is green.', '+is black.'])
  expect(bridge.inputsOf('consent.read-target')).toEqual([{ questionId: sampleToolQuestion.id }])
})

it("shows edits in the file, and those whose passage isn't found", async () => {
  const edits = [
    { oldText: 'green', newText: 'black' },
    { oldText: 'coffee', newText: 'tea' }
  ]
  await show({ path: place, edits }, { state: 'there', text: 'green' }, 'edit_file')
  const region = await preview()
  expect(await within(region).findByText("One edit looks for text that isn't in the file.")).toBeTruthy()
  expect(linesOf(region)).toContain('+black')
})

it('says that a file is new, and why one is not compared', async () => {
  await show({ path: place, content: 'Tea' }, { state: 'new' })
  expect(await screen.findByText('A new file of 1 line.')).toBeTruthy()
})

it('says why a file is not compared', async () => {
  await show({ path: place, content: 'Tea' }, { state: 'outside' })
  expect(await screen.findByText(/isn't in a folder that you shared with this server/)).toBeTruthy()
})

it('does not compare with a file other than the one that was read', async () => {
  await show({ path: place, content: 'Tea' }, { state: 'there', text: 'Tea' })
  await preview()
  await userEvent.click(screen.getByRole('button', { name: 'Edit arguments' }))
  await userEvent.click(screen.getByRole('tab', { name: 'JSON' }))
  const text = screen.getByRole('textbox', { name: 'Arguments as JSON' })
  fireEvent.change(text, { target: { value: JSON.stringify({ path: '/etc/passwd', content: 'x' }) } })
  expect(await screen.findByText(/isn't in a folder/)).toBeTruthy()
})

it('is absent for a call that reads', async () => {
  const { bridge } = await show({ path: place }, { state: 'outside' }, 'read_file')
  expect(screen.queryByRole('region', { name: /^Changes in/ })).toBeNull()
  expect(bridge.inputsOf('consent.read-target')).toEqual([])
})
