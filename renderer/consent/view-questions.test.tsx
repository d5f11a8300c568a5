import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { ViewFilesQuestion, ViewMessageQuestion } from '../../app/contract/questions/questions'
import { findEnabledButton } from '../testing/enabled-button'
import { sampleLink, sampleSamplingQuestion } from '../testing/sample-questions'
import { showQuestions } from '../testing/show-questions'

const asked = {
  id: 'q-view',
  askedAt: sampleLink.askedAt,
  serverName: 'maps',
  conversationId: 'c1',
  callId: 'call-1',
  toolName: 'show',
  isFromView: true
} as const

const message: ViewMessageQuestion = {
  type: 'view-message',
  ...asked,
  text: 'Show July\u202E',
  context: [{ uri: 'ui://show/context', mimeType: 'application/json', text: '{"month":7}', blob: null }]
}
const files: ViewFilesQuestion = {
  type: 'view-files',
  ...asked,
  files: [
    { name: 'report.csv', mimeType: 'text/csv', size: 3_400_000 },
    { name: 'a\u202Etxt.exe', mimeType: null, size: 10 }
  ]
}

it('shows the whole message of an app, its hidden characters, and what goes along', async () => {
  const { answers } = await showQuestions([message])
  const dialog = screen.getByRole('dialog', { name: 'The app of maps wants to send a message' })
  expect(screen.getByRole('region', { name: 'Message' }).textContent).toContain('Show JulyU+202E')
  expect(screen.getByRole('region', { name: 'Also goes to the model' }).textContent).toContain('month')
  expect(dialog.textContent).toContain('The server wrote it.')
  await userEvent.click(await findEnabledButton('Send message'))
  expect(answers()).toEqual([{ type: 'view-message', decision: 'send' }])
})

it('declines a message on Escape', async () => {
  const { answers } = await showQuestions([message])
  await userEvent.keyboard('{Escape}')
  expect(answers()).toEqual([{ type: 'view-message', decision: 'decline' }])
})

it('names each file of an app with its kind and size', async () => {
  const { answers } = await showQuestions([files])
  const dialog = screen.getByRole('dialog', { name: 'Save files from the app of maps?' })
  expect(dialog.textContent).toContain('text/csv, 3.4 MB')
  expect(dialog.textContent).toContain('report.csv')
  expect(dialog.textContent).toContain('aU+202Etxt.exe')
  expect(screen.getByRole('button', { name: 'Close the app' })).toBeTruthy()
  await userEvent.click(await findEnabledButton('Save files'))
  expect(answers()).toEqual([{ type: 'view-files', decision: 'save' }])
})

it('says that the app asks for a link', async () => {
  await showQuestions([{ ...sampleLink, isFromView: true }])
  expect(screen.getByRole('dialog').textContent).toContain('The app of calendar asks you to open a page.')
})

it('says that the app asks a model', async () => {
  await showQuestions([{ ...sampleSamplingQuestion, isFromView: true }])
  const dialog = screen.getByRole('dialog', { name: 'Sampling request from travel' })
  expect(dialog.textContent).toContain('The app of travel wants a model to answer this.')
  expect(screen.getByRole('button', { name: 'Close the app' })).toBeTruthy()
})
