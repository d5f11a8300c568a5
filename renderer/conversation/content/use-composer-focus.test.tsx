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

it('a conversation that is opened from the list is written in at once', () => {
  const { rerender } = render(<Window conversationId="shown" />)
  row().focus()
  rerender(<Window conversationId="other" />)
  expect(document.activeElement).toBe(textbox())
})

it('where the shown conversation is deleted in the list the keys stay in the list, until a text is offered', () => {
  const { rerender } = render(<Window conversationId="shown" />)
  row().focus()
  keep('other')
  rerender(<Window conversationId={null} />)
  expect(document.activeElement).toBe(row())
  act(focusComposer)
  expect(document.activeElement).toBe(textbox())
})

it('where nothing in the list has the keys they go to the composer then', () => {
  const { rerender } = render(<Window conversationId="shown" />)
  textbox().blur()
  keep('other')
  rerender(<Window conversationId={null} />)
  expect(document.activeElement).toBe(textbox())
})

it('a conversation that opens by itself takes no key of a search that has been begun', () => {
  const { rerender } = render(<Window conversationId={null} />)
  screen.getByRole('searchbox').focus()
  rerender(<Window conversationId="shown" />)
  expect(document.activeElement).toBe(screen.getByRole('searchbox'))
  act(focusComposer)
  expect(document.activeElement).toBe(textbox())
})

it('one that opens by itself takes no key of another row of the list; one that its own row opened is written in', () => {
  const { rerender } = render(<Window conversationId={null} />)
  row().focus()
  rerender(<Window conversationId="shown" />)
  expect(document.activeElement).toBe(row())
  rerender(<Window conversationId={null} />)
  row().focus()
  rerender(<Window conversationId="other" />)
  expect(document.activeElement).toBe(textbox())
})
