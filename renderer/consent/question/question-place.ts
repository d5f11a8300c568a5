/** The id of the question around: the host takes a yes to it from presses in its own area only. */
import { createContext } from 'react'

export const QuestionPlace = createContext<string | null>(null)
