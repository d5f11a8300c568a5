import type { Projection } from '../../state/projection'

export function isAskedIn(
  conversationId: string | null,
  { questions }: Pick<Projection, 'questions'>
): boolean {
  return questions.some((each) => 'conversationId' in each && each.conversationId === conversationId)
}
