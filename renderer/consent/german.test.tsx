import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../app/texts/translated'
import { sampleElicitation, sampleSamplingQuestion } from '../testing/sample-questions'
import { sampleToolQuestion } from '../testing/sample-state'
import { showQuestions } from '../testing/show-questions'

beforeEach(() => showLanguage('de'))
afterEach(() => showLanguage('en'))

test('shows a question about a call in German, with hidden characters as marks', async () => {
  const flow = { path: '/path', start: 0, end: 4, excerpt: 'text' }
  const sources = ['mail', 'web', 'mail'].map((serverName, start) => ({
    ...flow,
    start,
    origin: { type: 'tool' as const, serverName, toolName: 'read' }
  }))
  await showQuestions([
    { ...sampleToolQuestion, serverName: 'no\u202Etes', flows: sources, newFlows: ['mail', 'web'] }
  ])
  const { textContent } = screen.getByRole('dialog')
  expect(textContent).toContain('auf no[U+202E]tes erlauben?')
  expect(textContent).toContain('Dies sendet Text von mail und web an noU+202Etes.')
  expect(textContent).toContain('Das Modell hat in diesem Gespräch Text von mail und web gelesen.')
  expect(screen.getByRole('checkbox', { name: /erlaubt auch Text aus diesen Quellen/ })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Einmal erlauben' })).toBeTruthy()
})

test('shows the German name of a kind of secret, and the stored name of an unknown kind', async () => {
  const flows = ['an API key', 'a tea code'].map((kind, start) => ({
    path: '/path',
    start,
    end: start + 4,
    excerpt: 'text',
    origin: { type: 'secret' as const, kind }
  }))
  await showQuestions([{ ...sampleToolQuestion, flows }])
  const { textContent } = screen.getByRole('dialog')
  expect(textContent).toContain('Es sieht aus wie ein API-Schlüssel:')
  expect(textContent).toContain('Es sieht aus wie a tea code:')
})

test('says in German which server asks, and when', async () => {
  await showQuestions([sampleElicitation])
  expect(screen.getByRole('dialog').textContent).toContain(
    'Der Server everything fragt Sie danach, während sein Tool trigger-elicitation-request läuft. Nur was Sie absenden'
  )
})

test('formats numbers of a sampling request in German', async () => {
  await showQuestions([
    { ...sampleSamplingQuestion, request: { ...sampleSamplingQuestion.request, maxTokens: 1_500 } }
  ])
  expect(screen.getByText('In Token, bis zu 1.500.')).toBeTruthy()
})
