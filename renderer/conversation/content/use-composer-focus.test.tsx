import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { beforeEach, expect, it } from 'vitest'
import { useProjection } from '../../state/projection'
import { sampleConversationSummary } from '../../testing/sample-state'
import { focusComposer } from './drafts-view-store'
import { useComposerFocus } from './use-composer-focus'

function Window({ conversationId }: { readonly conversationId: string | null }) {
  const textbox = useRef<HTMLTextAreaElement>(null)
  useComposerFocus(textbox, conversationId)
  return (
    <>
      <nav>
        <input type="search" />
        <button type="button" data-stop="row other">
          Row
        </button>
      </nav>
      <textarea ref={textbox} />
    </>
  )
}

const keep = (...ids: readonly string[]) =>
  act(() => useProjection.setState({ conversations: ids.map((id) => sampleConversationSummary({ id })) }))
const row = () => screen.getByRole('button')
const textbox = () => screen.getByRole('textbox')

beforeEach(() => keep('shown', 'other'))

it('focuses the composer when a conversation is opened from the list', () => {
  const { rerender } = render(<Window conversationId="shown" />)
  row().focus()
  rerender(<Window conversationId="other" />)
  expect(document.activeElement).toBe(textbox())
})

it('keeps the focus in the list when the open conversation is deleted there, until a text is offered', () => {
  const { rerender } = render(<Window conversationId="shown" />)
  row().focus()
  keep('other')
  rerender(<Window conversationId={null} />)
  expect(document.activeElement).toBe(row())
  act(focusComposer)
  expect(document.activeElement).toBe(textbox())
})

it('focuses the composer after a deletion if nothing in the list has the focus', () => {
  const { rerender } = render(<Window conversationId="shown" />)
  textbox().blur()
  keep('other')
  rerender(<Window conversationId={null} />)
  expect(document.activeElement).toBe(textbox())
})

it('leaves the focus in a started search when a conversation opens automatically', () => {
  const { rerender } = render(<Window conversationId={null} />)
  screen.getByRole('searchbox').focus()
  rerender(<Window conversationId="shown" />)
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  act(focusComposer)
  expect(document.activeElement).toBe(textbox())
})

it('leaves the focus in another list row when a conversation opens automatically, and focuses the composer when its own row opened it', () => {
  const { rerender } = render(<Window conversationId={null} />)
  row().focus()
  rerender(<Window conversationId="shown" />)
  expect(document.activeElement).toBe(row())
  rerender(<Window conversationId={null} />)
  row().focus()
  rerender(<Window conversationId="other" />)
  expect(document.activeElement).toBe(textbox())
})
