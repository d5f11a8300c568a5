import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { quote } from '../../../app/texts/localized'
import type { AccountView, SignInPlace } from '../../../app/contract/accounts'
import type { ToolResultQuestion, SignInQuestion } from '../../../app/contract/questions/questions'
import {
  sampleElicitation,
  sampleLink,
  sampleSamplingAnswer,
  sampleSamplingQuestion
} from '../../testing/sample-questions'
import { sampleToolQuestion } from '../../testing/sample-state'
import { findEnabledButton } from '../../testing/enabled-button'
import { showQuestions } from '../../testing/show-questions'

const place: SignInPlace = {
  issuer: 'https://login.example',
  host: 'login.example',
  address: 'https://login.example/authorize',
  warnings: [],
  needsClient: false,
  doubt: null
}
const question: SignInQuestion = {
  type: 'sign-in',
  id: 'q-sign-in',
  askedAt: 1,
  serverName: 'work',
  serverUrl: 'https://work.example/mcp',
  reason: quote('work asks for a sign-in.'),
  places: [place],
  scopes: ['files:read', 'files:write'],
  addedScopes: ['files:write'],
  account: 'ann@people.example'
}
const sampleResult: ToolResultQuestion = {
  type: 'tool-result',
  id: 'q-result',
  askedAt: 1,
  conversationId: sampleToolQuestion.conversationId,
  callId: sampleToolQuestion.callId,
  serverName: 'calendar',
  toolName: 'list',
  content: [],
  structuredContent: null,
  isError: false
}
const show = (changes: Partial<SignInQuestion> = {}) => showQuestions([{ ...question, ...changes }])

describe('the question before a sign-in', () => {
  it('AUTH-43: names the issuer, the server, the rights and the new ones', async () => {
    const { answers } = await show()
    const dialog = screen.getByRole('dialog', { name: 'Sign in to work' })
    for (const text of ['login.example', 'https://work.example/mcp', 'files:read', 'ann@people.example'])
      expect(dialog.textContent).toContain(text)
    expect(dialog.textContent).toContain('New rightsfiles:write')
    await userEvent.click(await findEnabledButton('Open browser'))
    expect(answers()).toEqual([
      { type: 'sign-in', decision: 'open-browser', issuer: 'https://login.example' }
    ])
  })

  it('opens nothing on Escape and Cancel', async () => {
    const { answers } = await show()
    await userEvent.keyboard('{Escape}')
    expect(answers()).toEqual([{ type: 'sign-in', decision: 'cancel' }])
  })

  it('AUTH-16: requires a choice between several issuers', async () => {
    const other = { ...place, issuer: 'https://other.example', host: 'other.example' }
    const { answers } = await show({ places: [place, other] })
    expect((await findEnabledButton('Open browser')).hasAttribute('disabled')).toBe(true)
    await userEvent.click(screen.getByRole('radio', { name: 'https://other.example' }))
    await userEvent.click(screen.getByRole('button', { name: 'Open browser' }))
    expect(answers()).toMatchObject([{ issuer: 'https://other.example' }])
  })

  it('AUTH-24 SYS-15: asks for a client id if there is no other way, with the secret masked', async () => {
    const { answers } = await show({ places: [{ ...place, needsClient: true }] })
    await findEnabledButton('Open browser')
    expect(screen.getByRole('button', { name: 'Open browser' }).hasAttribute('disabled')).toBe(true)
    await userEvent.type(screen.getByRole('textbox', { name: 'Client ID' }), 'parley')
    const secret = screen.getByLabelText('Client secret')
    expect(secret.getAttribute('type')).toBe('password')
    await userEvent.type(secret, 'hidden')
    await userEvent.click(screen.getByRole('button', { name: 'Open browser' }))
    expect(answers()).toMatchObject([{ client: { id: 'parley', secret: 'hidden' } }])
  })

  it('SYS-18: asks for a user name and a password if the server needs only these, and opens no browser', async () => {
    const { answers } = await show({
      places: [{ ...place, needsClient: true, password: { realm: 'The <b>shop</b>\u202e' } }],
      scopes: [],
      addedScopes: []
    })
    const dialog = screen.getByRole('dialog', { name: 'Sign in to work' })
    expect(dialog.textContent).toContain('The <b>shop</b>')
    expect(dialog.textContent).not.toContain('\u202e')
    expect(dialog.textContent).not.toContain('browser')
    expect((await findEnabledButton('Sign in')).hasAttribute('disabled')).toBe(true)
    await userEvent.type(screen.getByRole('textbox', { name: 'User name' }), 'ann')
    expect(screen.getByRole('button', { name: 'Sign in' }).hasAttribute('disabled')).toBe(true)
    const secret = screen.getByLabelText('Password')
    expect(secret.getAttribute('type')).toBe('password')
    await userEvent.type(secret, 'hidden')
    await userEvent.click(screen.getByRole('button', { name: 'Sign in' }))
    expect(answers()).toMatchObject([{ client: { id: 'ann', secret: 'hidden' } }])
  })

  it('requires explicit approval for a doubtful issuer', async () => {
    const { answers } = await show({ places: [{ ...place, doubt: quote('It gives another name.') }] })
    expect(screen.getByRole('list', { name: 'Warnings' }).textContent).toContain('It gives another name.')
    expect((await findEnabledButton('Open browser')).hasAttribute('disabled')).toBe(true)
    await userEvent.click(
      screen.getByRole('switch', { name: 'I know this server and want to sign in anyway' })
    )
    await userEvent.click(screen.getByRole('button', { name: 'Open browser' }))
    expect(answers()).toMatchObject([{ acceptsDoubt: true }])
  })

  it('shows texts of servers as texts', async () => {
    await show({ reason: quote('<img src=x> needs <b>more</b>'), scopes: ['<script>'] })
    const dialog = screen.getByRole('dialog')
    expect(dialog.querySelector('img, b, script')).toBeNull()
    expect(dialog.textContent).toContain('<script>')
  })
})

describe('the account in other questions', () => {
  const account: AccountView = {
    serverName: 'calendar',
    state: 'signed-in',
    reason: null,
    name: 'ann@people.example',
    issuer: 'https://login.example',
    scopes: [],
    expiresAt: null,
    holdsTokens: true,
    isRenewable: true,
    clientId: null
  }

  it("is named if the question's server has one", async () => {
    await showQuestions([sampleLink], { accounts: [account] })
    expect(screen.getByRole('dialog').textContent).toContain('Account on calendar: ann@people.example')
  })

  const callAt = (serverName: string, id: string) => ({ ...sampleToolQuestion, id, serverName })

  it('UI-04: is the one of the call that the user chose', async () => {
    const accounts = [account, { ...account, serverName: 'work', name: 'ben@people.example' }]
    await showQuestions([callAt('calendar', 'q-1'), callAt('work', 'q-2')], { accounts })
    expect(screen.getByRole('dialog').textContent).toContain('Account on calendar: ann@people.example')
    await userEvent.click(screen.getByRole('button', { name: /Show/ }))
    expect(screen.getByRole('dialog').textContent).toContain('Account on work: ben@people.example')
  })

  it.each([
    sampleToolQuestion,
    sampleSamplingQuestion,
    sampleSamplingAnswer,
    sampleElicitation,
    sampleLink,
    sampleResult
  ])('UI-04: is named in the question of type $type', async (question) => {
    await showQuestions([question], { accounts: [{ ...account, serverName: question.serverName }] })
    expect(screen.getByRole('dialog').textContent).toContain(
      `Account on ${question.serverName}: ann@people.example at https://login.example`
    )
  })

  it('is not named for another server', async () => {
    await showQuestions([sampleLink], { accounts: [{ ...account, serverName: 'work' }] })
    expect(screen.getByRole('dialog').textContent).not.toContain('Account on')
  })
})
