import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { TestJudgesQuestion } from '../../app/contract/questions/questions'
import { findEnabledButton } from '../testing/enabled-button'
import { showQuestions } from '../testing/show-questions'

const asked: TestJudgesQuestion = {
  type: 'test-judges',
  id: 'q-judges',
  askedAt: 0,
  serverName: 'maps',
  judges: [
    {
      model: 'local/large',
      address: 'http://127.0.0.1:11434/v1',
      tests: [{ name: 'finds it', criteria: 'Names the city.\u202E' }]
    },
    {
      model: 'cloud/small',
      address: 'https://cloud.test',
      tests: [{ name: 'finds it', criteria: 'Names it.' }]
    }
  ]
}

it('says who would judge which tests, where that goes and by which criteria', async () => {
  const { answers } = await showQuestions([asked])
  const dialog = screen.getByRole('dialog', { name: 'Let 2 models judge tests of maps?' })
  expect(dialog.textContent).toContain('The answer can contain text from the server.')
  const large = within(screen.getByRole('region', { name: 'Judged by local/large' }))
  expect(large.getByText('http://127.0.0.1:11434/v1')).toBeTruthy()
  expect(screen.getByRole('region', { name: 'Judged by local/large' }).textContent).toContain(
    'Names the city.U+202E'
  )
  await userEvent.click(await findEnabledButton('Let them judge'))
  expect(answers()).toEqual([{ type: 'test-judges', decision: 'send' }])
})

it('sends nothing on Escape', async () => {
  const { answers } = await showQuestions([asked])
  await userEvent.keyboard('{Escape}')
  expect(answers()).toEqual([{ type: 'test-judges', decision: 'not-now' }])
})
