/** What the window knows as plain text, for when a part of the frame can't be drawn. */
import { useProjection } from '../state/projection'
import { describeServerState } from '../parts/server-state-texts'

/** Conversations by title, servers by name and state, and the open questions. */
export function projectionText(): string {
  const { conversations, servers, questions } = useProjection.getState()
  return [
    ...conversations.map(({ title }) => title),
    ...servers.map(({ name, state, address }) => `${name}, ${describeServerState(state)}: ${address}`),
    ...questions.map((question) => JSON.stringify(question, null, 2))
  ].join('\n')
}
