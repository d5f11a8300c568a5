/** All kinds of questions, each with its descriptor. The screen has a view for each of them. */
import { conversationQuestions } from './conversation-questions'
import { serverQuestions } from './server-questions'
import { serverRequestQuestions } from './server-request-questions'
import { viewAccessQuestions } from './view-access-questions'

export const questionKinds = {
  ...serverQuestions,
  ...conversationQuestions,
  ...serverRequestQuestions,
  ...viewAccessQuestions
}
