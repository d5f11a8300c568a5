import { act, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { SpellingView } from '../../app/contract/bridge/spelling-calls'
import { subscribe } from '../bridge/subscribe'
import { installFakeBridge } from '../testing/fake-bridge'
import { show } from '../testing/show'
import { SpellingField } from './spelling-choice'

const here: SpellingView = {
  isSystems: false,
  dictionaries: [
    { name: 'en', from: 'shipped', isInUse: true },
    { name: 'x\u202Ey', from: 'own', isInUse: false }
  ],
  problems: [],
  missing: ['de'],
  folder: '/data/dictionaries',
  ownWordsFile: '/data/own-words.txt'
}

async function showChoice(view: SpellingView) {
  const bridge = installFakeBridge({ handlers: { 'spelling.read': () => view } })
  const { person } = show(<SpellingField />)
  const { ready } = subscribe()
  await act(async () => ready)
  return { bridge, person }
}

test('adds a dictionary to those in use, names missing ones, and marks names of files', async () => {
  const { bridge, person } = await showChoice(here)
  const other = await screen.findByRole('checkbox', { name: /from your folder/u })
  expect(other.closest('label')?.textContent).toContain('U+202E')
  expect(screen.getByText('No dictionary was found for: German')).toBeTruthy()
  await person.click(other)
  expect(bridge.inputsOf('settings.set')).toEqual([{ values: { 'spelling.languages': ['en', 'x\u202Ey'] } }])
})

test("leaves spelling to the system's settings if the system checks it", async () => {
  await showChoice({ ...here, isSystems: true, dictionaries: [], missing: [] })
  expect(screen.queryByRole('switch')).toBeNull()
})
