import { beforeEach, expect, it } from 'vitest'
import { installFakeBridge } from '../testing/fake-bridge'
import { sampleConversationSummary } from '../testing/sample-state'
import { setDraft } from '../conversation/content/drafts-view-store'
import { useNavigation } from './navigation-view-store'
import { draftsFor, openFirstView } from './open-first-view'

const conversations = ['a', 'b'].map((id) => sampleConversationSummary({ id }))
const install = () =>
  installFakeBridge({
    snapshot: { conversations },
    handlers: { 'app.open-newest': () => ({ conversationId: 'a', isStuck: false }) }
  })

beforeEach(() => {
  useNavigation.setState(useNavigation.getInitialState(), true)
  setDraft(null, '')
})

const shown = () => useNavigation.getState().conversationId

it('shows the newest conversation in the first window, and may show the welcome', async () => {
  install()
  await openFirstView({ type: 'newest' })
  expect(shown()).toBe('a')
  expect(useNavigation.getState().isWelcomeDone).toBe(false)
})

it('shows what another window was opened with, without the newest conversation and without the welcome', async () => {
  const bridge = install()
  await openFirstView({ type: 'conversation', conversationId: 'b' })
  expect(shown()).toBe('b')
  expect(bridge.inputsOf('app.open-newest')).toEqual([])
  expect(useNavigation.getState().isWelcomeDone).toBe(true)
})

it('keeps a new conversation, also after the other one was deleted meanwhile', async () => {
  install()
  await openFirstView({ type: 'new' })
  await openFirstView({ type: 'conversation', conversationId: 'gone' })
  expect(shown()).toBeNull()
})

it('restores text of a new conversation in the first window only', () => {
  const draft = (conversationId: string | null) => ({ conversationId, text: 'x', resources: [], files: [] })
  const drafts = [draft(null), draft('a')]
  expect(draftsFor({ type: 'newest' }, drafts)).toEqual(drafts)
  expect(draftsFor({ type: 'new' }, drafts)).toEqual([draft('a')])
})
