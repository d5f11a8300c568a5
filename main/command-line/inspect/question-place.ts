/** The screen as the place where Parley asks. One question is open at a time. */
import type { QuestionPlace } from '../terminal/terminal'

interface Listeners {
  /** A line is to be typed, after this text. */
  readonly onAsked: (text: string) => void
  readonly onSettled: (isWithdrawn: boolean) => void
  /** What Parley says without asking. */
  readonly onSaid: (text: string) => void
}

export interface ScreenQuestions {
  readonly place: QuestionPlace
  answer(line: string): void
  /** Every line of the open question stays empty, which denies or cancels it. */
  abandon(): void
  /** The questions that still wait. An open one that isn't among them is abandoned. */
  keepOnly(questionIds: readonly string[]): void
}

export function createScreenQuestions({ onAsked, onSettled, onSaid }: Listeners): ScreenQuestions {
  let said = ''
  let open: { readonly id: string; isShown: boolean; isAbandoned: boolean; isWithdrawn: boolean } | null =
    null
  let resolve: ((line: string) => void) | null = null
  const answer = (line: string): void => {
    const waiting = resolve
    resolve = null
    waiting?.(line)
  }
  const abandon = (): void => {
    if (open !== null) open.isAbandoned = true
    answer('')
  }
  return {
    answer,
    abandon,
    keepOnly: (questionIds) => {
      if (open === null || questionIds.includes(open.id)) return
      open.isWithdrawn = true
      abandon()
    },
    place: {
      isInteractive: true,
      error: (text) => {
        if (open === null) onSaid(text.trim())
        else said += text
      },
      readLine: async () => {
        if (open?.isAbandoned === true) return ''
        const text = said
        said = ''
        if (open !== null) open.isShown = true
        const line = await new Promise<string>((done) => {
          resolve = done
          onAsked(text)
        })
        said += `> ${line}\n`
        return line
      },
      beginQuestion: (id) => {
        said = ''
        open = { id, isShown: false, isAbandoned: false, isWithdrawn: false }
      },
      endQuestion: () => {
        const ended = open
        open = null
        if (ended?.isShown === true) onSettled(ended.isWithdrawn)
        // Declined without asking. A question that `--yes` answered has several lines.
        else if (said.trim() !== '' && !said.trim().includes('\n')) onSaid(said.trim())
      }
    }
  }
}
