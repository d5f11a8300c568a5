import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useProjection } from '../../state/projection'
import { sampleShownMessage } from '../../testing/sample-messages'
import { show } from '../../testing/show'
import type { MessageActions } from './message-article'
import { MessageList } from './message-list'
import type { MessageToShow } from './use-shown-message'

const nothing = () => {}
const actions = {} as MessageActions
const messages = Array.from({ length: 200 }, (_, index) => sampleShownMessage({ id: `m${index}` }))
/** That the page of a test shows at once. */
const rowsOnScreen = 40

it.each<{ name: string; wanted: MessageToShow | null }>([
  { name: 'at its end', wanted: null },
  { name: 'at a message', wanted: { messageId: 'm100', onShown: nothing } }
])(
  'draws more rows than the screen shows when it opens $name, so that scrolling finds them',
  async ({ wanted }) => {
    useProjection.setState({ threads: { c1: { messages, branches: {}, status: 'ready' } } } as never)
    show(
      <MessageList
        conversationId="c1"
        messages={messages}
        branches={{}}
        isRunning={false}
        models={[]}
        onEarlier={nothing}
        actions={actions}
        wanted={wanted}
        words={null}
        onAway={nothing}
        onScroller={nothing}
      />
    )
    await waitFor(() => expect(screen.getAllByRole('article').length).toBeGreaterThan(rowsOnScreen))
  }
)
