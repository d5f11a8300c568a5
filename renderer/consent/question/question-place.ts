/** What the parts of a question know about it. */
import { createContext } from 'react'
import type { QuestionAnswer } from '../../../app/contract/questions/questions'

/** Its id: the host accepts an approval only from presses in its area. */
export const QuestionPlace = createContext<string | null>(null)

/** Whether the question is visible to the user: no key answers one that isn't. */
export const QuestionVisibility = createContext(true)

/** Its safe answer, which Escape gives. */
export const SafeAnswer = createContext<QuestionAnswer | null>(null)
