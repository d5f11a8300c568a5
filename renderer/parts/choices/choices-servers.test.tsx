/** Which servers a conversation uses: a group as a whole, also if only a part of it is on. */
import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { subscribe } from '../../bridge/subscribe'
import { installFakeBridge } from '../../testing/fake-bridge'
import { sampleServer } from '../../testing/sample-state'
import { ChoicesServers } from './choices-servers'
import { toTypedChoices } from './choices-typed'

function Choices() {
  const [typed, setTyped] = useState(() => toTypedChoices({}))
  return <ChoicesServers typed={typed} onChange={(changed) => setTyped({ ...typed, ...changed })} />
}

test('shows a group with some servers on as mixed, says how many, and switches all on with a press', async () => {
  const servers = ['mail', 'files'].map((name) => sampleServer({ name, group: 'work' }))
  installFakeBridge({ snapshot: { servers } })
  const subscription = subscribe()
  render(<Choices />)
  await act(() => subscription.ready)
  const group = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Group work/ })
  const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked')
  const state = () => (group.indeterminate ? 'mixed' : group.checked ? 'on' : 'off')
  expect(state()).toBe('on')

  await userEvent.click(screen.getByRole('switch', { name: 'mail' }))
  expect(state()).toBe('mixed')
  expect(screen.getByText('1 of 2 on')).toBeTruthy()

  await userEvent.click(group)
  expect([state(), isOn('mail'), isOn('files')]).toEqual(['on', 'true', 'true'])
  await userEvent.click(group)
  expect([state(), isOn('mail'), isOn('files')]).toEqual(['off', 'false', 'false'])
  subscription.end()
})

test('handles a server in several groups, and `Only` selects the servers of one group', async () => {
  const servers = [
    sampleServer({ name: 'mail', group: 'work', groups: ['travel'] }),
    sampleServer({ name: 'files', groups: ['work', 'work'] }),
    sampleServer({ name: 'maps', groups: ['travel'] })
  ]
  installFakeBridge({ snapshot: { servers } })
  const subscription = subscribe()
  render(<Choices />)
  await act(() => subscription.ready)
  const isOn = (name: string) => screen.getByRole('switch', { name }).getAttribute('aria-checked') === 'true'
  const on = () => servers.map(({ name }) => name).filter(isOn)
  expect(screen.getAllByRole('checkbox')).toHaveLength(2)

  await userEvent.click(screen.getByRole('button', { name: 'Only the group travel' }))
  expect(on()).toEqual(['mail', 'maps'])
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: /^Group work/ }).indeterminate).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Only the group work' }))
  expect(on()).toEqual(['mail', 'files'])
  subscription.end()
})
