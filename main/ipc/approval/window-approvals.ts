/**
 * One approval for each window, for the questions of one host: a press counts in the window in which it was made, for
 * what that window showed. @see docs/decisions/0069-several-windows-over-one-host.md
 */
import type { Question } from '../../../app/contract/questions/questions'
import { createApproval, type RequirePerson } from './approval'
import type { Presses } from './presses'
import { createQuestionDisplay } from './shown-questions'

export interface WindowApproval {
  /** For calls of this window. */
  readonly requirePerson: RequirePerson
  /** To be called when its page starts or the window appears: the user begins to read what it shows. */
  readonly drawAnew: () => void
  /** To be called when it moves away from what was under it, which the user couldn't read. */
  readonly uncover: () => void
  /** To be called when it is closed. */
  readonly end: () => void
}

export interface WindowApprovals {
  /** Adds a new window. From now on it shows the questions, too. */
  add(presses: Presses): WindowApproval
  change(questions: readonly Question[]): void
  noteHeld(id: string | null): void
}

export function createWindowApprovals(now: () => number): WindowApprovals {
  const windows = new Map<Presses, ReturnType<typeof createQuestionDisplay>>()
  let open: readonly Question[] = []
  let held: string | null = null
  const all = () => [...windows.values()]

  return {
    add: (presses) => {
      const shown = createQuestionDisplay(now)
      shown.change(open)
      shown.noteHeld(held)
      windows.set(presses, shown)
      // The questions after it move up in every window.
      const expectEnd = (questionId: string): void => all().forEach((item) => item.expectEnd(questionId))
      const uncover = (): void => {
        for (const other of windows.keys()) if (other !== presses) other.leaveSight()
      }
      return {
        requirePerson: createApproval(presses, { ...shown, expectEnd }),
        drawAnew: () => shown.drawAnew(),
        uncover,
        end: () => {
          uncover()
          windows.delete(presses)
        }
      }
    },
    change: (questions) => {
      open = questions
      for (const shown of all()) shown.change(questions)
    },
    noteHeld: (id) => {
      held = id
      for (const shown of all()) shown.noteHeld(id)
    }
  }
}
