import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import type { ViewHostsQuestion, ViewPermissionQuestion } from '../../../app/contract/questions/questions'
import { quote } from '../../../app/texts/localized'
import { findEnabledButton } from '../../testing/enabled-button'
import { showQuestions } from '../../testing/show-questions'

const hosts: ViewHostsQuestion = {
  type: 'view-hosts',
  id: 'q-hosts',
  askedAt: 0,
  serverName: 'map',
  conversationId: 'c1',
  callId: 'call1',
  toolName: 'show-map',
  hosts: [
    { host: 'api.example.com', uses: ['connect'] },
    { host: '*.tiles.example', uses: ['resource', 'frame'] }
  ],
  warnings: [{ ...quote('It imitates another host.'), level: 'danger' }]
}
const location: ViewPermissionQuestion = {
  type: 'view-permission',
  id: 'q-location',
  askedAt: 0,
  serverName: 'map',
  conversationId: 'c1',
  callId: 'call1',
  toolName: 'show-map',
  permission: 'geolocation'
}

describe('the hosts of an app', () => {
  it('are shown with server, tool, and what the app does with each', async () => {
    await showQuestions([hosts])
    const dialog = screen.getByRole('dialog', {
      name: 'Let the app of map reach api.example.com, *.tiles.example?'
    })
    expect(dialog.textContent).toContain('The app that map shows for show-map wants to use these hosts.')
    expect(dialog.textContent).toContain('It imitates another host.')
    const rows = [...dialog.querySelectorAll('dt')].map((label) => [
      label.textContent,
      label.nextElementSibling?.textContent
    ])
    expect(rows).toEqual([
      ['Sends and loads data', 'api.example.com'],
      ['Loads code and media', '*.tiles.example'],
      ['Shows pages inside it', '*.tiles.example']
    ])
  })

  it('are all listed if there are too many for the title', async () => {
    const many = [...'abcde'].map((letter) => ({
      host: `${letter}.example`,
      uses: ['connect' as const]
    }))
    await showQuestions([{ ...hosts, hosts: many }])
    const name = 'Let the app of map reach a.example, b.example, c.example and 2 more?'
    expect(screen.getByRole('dialog', { name }).querySelectorAll('dd li')).toHaveLength(5)
  })

  it.each([
    ['Allow once', 'allow-once'],
    ['Always allow', 'allow-always'],
    ['Never', 'never'],
    ['Not now', 'not-now']
  ])('are answered with %s', async (name, decision) => {
    const { answers } = await showQuestions([hosts])
    await userEvent.setup().click(await findEnabledButton(name))
    expect(answers()).toEqual([{ type: 'view-hosts', decision }])
  })
})

describe('a permission of an app', () => {
  it.each([
    ['camera', 'camera'],
    ['microphone', 'microphone'],
    ['geolocation', 'location'],
    ['clipboardWrite', 'clipboard']
  ] as const)('is named: %s', async (permission, word) => {
    await showQuestions([{ ...location, permission }])
    expect(screen.getByRole('dialog', { name: `Let the app of map use the ${word}?` })).toBeTruthy()
  })

  it('is denied by Escape', async () => {
    const { answers } = await showQuestions([location])
    await userEvent.setup().keyboard('{Escape}')
    expect(answers()).toEqual([{ type: 'view-permission', decision: 'not-now' }])
  })
})
