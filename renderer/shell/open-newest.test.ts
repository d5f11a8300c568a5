import { beforeEach, expect, it } from 'vitest'
import { installFakeBridge } from '../testing/fake-bridge'
import { sampleConversationSummary } from '../testing/sample-state'
import { setDraft } from '../conversation/content/drafts-view-store'
import { useNavigation } from './navigation-view-store'
import { draftsFor, showFirst } from './open-newest'

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

it('the first window shows the newest conversation, and may welcome', async () => {
  install()
  await showFirst({ type: 'newest' })
  expect(shown()).toBe('a')
  expect(useNavigation.getState().isWelcomeDone).toBe(false)
})

it('another window shows what it was opened on, asks for no newest and welcomes nobody', async () => {
  const bridge = install()
  await showFirst({ type: 'conversation', conversationId: 'b' })
  expect(shown()).toBe('b')
  expect(bridge.inputsOf('app.open-newest')).toEqual([])
  expect(useNavigation.getState().isWelcomeDone).toBe(true)
})

it('a new conversation stays one, and so does one that was deleted meanwhile', async () => {
  install()
  await showFirst({ type: 'new' })
  await showFirst({ type: 'conversation', conversationId: 'gone' })
  expect(shown()).toBeNull()
})

it('what was typed for a new conversation comes back in the first window alone', () => {
  const draft = (conversationId: string | null) => ({ conversationId, text: 'x', resources: [], files: [] })
  const drafts = [draft(null), draft('a')]
  expect(draftsFor({ type: 'newest' }, drafts)).toEqual(drafts)
  expect(draftsFor({ type: 'new' }, drafts)).toEqual([draft('a')])
})
