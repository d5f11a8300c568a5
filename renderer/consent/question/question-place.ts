/** What the parts of a question know of the question around them. */
import { createContext } from 'react'
import type { QuestionAnswer } from '../../../app/contract/questions/questions'

/** Its id: the host takes a yes to it from presses in its own area only. */
export const QuestionPlace = createContext<string | null>(null)

/** Whether the question around is in sight of the person: no key answers one that isn't. */
export const QuestionInSight = createContext(true)

/** Its safe answer, which Escape gives. */
export const SafeAnswer = createContext<QuestionAnswer | null>(null)
