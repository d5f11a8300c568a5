import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it } from 'vitest'
import type { SandboxView } from '../../../app/contract/servers/sandbox-view'
import { installFakeBridge } from '../../testing/fake-bridge'
import { SandboxFields } from './sandbox-fields'
import { emptyDraft, type EntryDraft } from './entry-draft'

afterEach(cleanup)

const can: SandboxView = { canContain: true, remedy: null, advice: null }

function Form({ first, sandbox }: { readonly first: EntryDraft; readonly sandbox: SandboxView }) {
  const [draft, setDraft] = useState(first)
  return <SandboxFields draft={draft} onDraft={setDraft} sandbox={sandbox} />
}

function show(change: Partial<EntryDraft> = {}, sandbox = can) {
  installFakeBridge()
  render(<Form first={{ ...emptyDraft, command: 'node', ...change }} sandbox={sandbox} />)
}

const isUnfolded = () => screen.getByText('Allowed access and limits').closest('details')?.open

it('is short for a new server: the allowances are folded, and unfold by their label', async () => {
  show()
  expect(screen.getByRole('switch', { name: 'Run in a sandbox' }).getAttribute('aria-checked')).toBe('true')
  expect(isUnfolded()).toBe(false)
  await userEvent.click(screen.getByText('Allowed access and limits'))
  expect(isUnfolded()).toBe(true)
  await userEvent.type(screen.getByRole('textbox', { name: 'Folders to read' }), '/srv/notes')
  expect(isUnfolded()).toBe(true)
})

it('shows everything if the entry has a sandbox already, or when the sandbox is switched on', async () => {
  show({ isContained: true, read: '/srv/notes' })
  expect(isUnfolded()).toBe(true)
  cleanup()
  show({ isContained: false })
  expect(screen.queryByText('Allowed access and limits')).toBeNull()
  await userEvent.click(screen.getByRole('switch', { name: 'Run in a sandbox' }))
  expect(isUnfolded()).toBe(true)
})

it('says what happens without system support: it runs with all rights, or, with a sandbox in its entry, not at all', async () => {
  show({}, { canContain: false, remedy: 'sudo apt install bubblewrap socat', advice: null })
  const contain = screen.getByRole('switch', { name: 'Run in a sandbox' })
  expect(contain.getAttribute('aria-checked')).toBe('false')
  expect(screen.getByText(/can use everything that you can.*sudo apt install bubblewrap socat/)).toBeTruthy()
  await userEvent.click(contain)
  expect(screen.getByText(/so this server doesn't start.*sudo apt install bubblewrap socat/)).toBeTruthy()
})
