/**
 * One approval for each window, over the questions of one host: a press counts in the window in which it was made, for what
 * that window had on the screen. @see docs/decisions/0069-several-windows-over-one-host.md
 */
import type { Question } from '../../../app/contract/consents'
import { createApproval, type RequirePerson } from './approval'
import type { Presses } from './presses'
import { createQuestionDisplay } from './shown-questions'

export interface WindowApproval {
  /** For calls of this window. */
  readonly requirePerson: RequirePerson
  /** Its page starts, or comes on the screen: what it shows begins to be read. */
  readonly drawAnew: () => void
  /** It gives way to what lay under it, which nobody had read. */
  readonly uncover: () => void
  /** It is closed. */
  readonly end: () => void
}

export interface WindowApprovals {
  /** A window opens: from now on it shows the questions, too. */
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
      // What stands beside it moves up in every window.
      const expectEnd = (questionId: string): void => all().forEach((one) => one.expectEnd(questionId))
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
