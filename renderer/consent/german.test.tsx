import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { showLanguage } from '../../app/texts/translated'
import { sampleElicitation, sampleSamplingQuestion } from '../testing/sample-questions'
import { sampleToolQuestion } from '../testing/sample-state'
import { showQuestions } from '../testing/show-questions'

beforeEach(() => showLanguage('de'))
afterEach(() => showLanguage('en'))

test('a question about a call reads German in German, with hidden characters as marks', async () => {
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

test('a kind of secret has its German name; one of a later version goes by the name that it has', async () => {
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

test('a form says in German which server asks, and when', async () => {
  await showQuestions([sampleElicitation])
  expect(screen.getByRole('dialog').textContent).toContain(
    'Der Server everything fragt Sie danach, während sein Tool trigger-elicitation-request läuft. Nur was Sie absenden'
  )
})

test('figures of a request for sampling are written as German writes them', async () => {
  await showQuestions([
    { ...sampleSamplingQuestion, request: { ...sampleSamplingQuestion.request, maxTokens: 1_500 } }
  ])
  expect(screen.getByText('In Token, bis zu 1.500.')).toBeTruthy()
})
