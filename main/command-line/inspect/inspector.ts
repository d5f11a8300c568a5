/** Connects the screen of `parley inspect` with the core: keys and changes in, drawings and requests out. */
import type { CommandAnswer, CommandInput } from '../commands/command'
import { withSettled } from '../commands/with-server'
import type { CommandLineCore } from '../core/open-core'
import { exitCodes, toExitCode } from '../request/exit-codes'
import type { OpenScreen } from '../terminal/screen'
import { draw } from './draw'
import { followCore } from './follow-core'
import { createScreenQuestions, type ScreenQuestions } from './question-place'
import { createRequests, type Requests } from './requests'
import { beginInspecting, type Effect, type InspectEvent } from './state'
import { update } from './update'

/** In milliseconds, after a question appears or is withdrawn. The window waits as long. */
const pauseMs = 500

export async function runInspector(input: CommandInput, openScreen: OpenScreen): Promise<CommandAnswer> {
  const inspector = createInspector(openScreen, input.signal)
  const { questions, end } = inspector
  input.signal.addEventListener('abort', inspector.close, { once: true })
  try {
    const openCore: CommandInput['openCore'] = async (task) => {
      const core = await input.openCore(task, questions.place)
      if (task.type === 'configured' || task.type === 'entry') inspector.attach(core, task.serverName)
      // A user who quits doesn't wait for the connection.
      return { ...core, connected: (name) => Promise.race([core.connected(name), end]) }
    }
    return await withSettled({ ...input, openCore }, async (_core, server, failure) => {
      // The log and the messages of a server that doesn't start say why. Others have nothing to show.
      if (failure !== null && toExitCode(failure.code) !== exitCodes.unreachable) throw failure
      await end
      return { value: { server }, text: '' }
    })
  } finally {
    inspector.close()
  }
}

interface Inspector {
  readonly questions: ScreenQuestions
  /** Resolves when the user quits. */
  readonly end: Promise<void>
  readonly attach: (core: CommandLineCore, serverName: string) => void
  readonly close: () => void
}

function createInspector(openScreen: OpenScreen, signal: AbortSignal): Inspector {
  let quit = (): void => {}
  const end = new Promise<void>((resolve) => (quit = resolve))
  let requests: Requests | null = null
  let stopFollowing = (): void => {}
  const screen = openScreen({
    onKey: (key) => dispatch({ type: 'key', key }),
    onResize: () => dispatch({ type: 'resized', size: screen.size() }),
    onInterrupt: () => void process.emit('SIGINT')
  })
  let state = beginInspecting('', screen.size())
  const drawing = createDrawing(
    () => screen.draw(draw(state)),
    () => dispatch({ type: 'ready' })
  )
  const dispatch = (event: InspectEvent): void => {
    if (signal.aborted) return
    const next = update(state, event)
    ;({ state } = next)
    for (const effect of next.effects) perform(effect)
    drawing.drawSoon()
  }
  const questions = createScreenQuestions({
    onAsked: (text) => dispatch({ type: 'asked', text }),
    onSettled: (isWithdrawn) => dispatch({ type: 'settled', isWithdrawn }),
    onSaid: (text) => dispatch({ type: 'noticed', text, isBad: true })
  })
  const perform = (effect: Effect): void => {
    switch (effect.type) {
      case 'quit':
        return quit()
      case 'redraw':
        return screen.forget()
      case 'answer':
        return questions.answer(effect.line)
      case 'abandon':
        return questions.abandon()
      case 'pause':
        return drawing.pause()
      default:
        requests?.send(effect)
    }
  }
  return {
    questions,
    end,
    attach: (core, serverName) => {
      state = { ...state, serverName }
      requests = createRequests(core, serverName, dispatch)
      stopFollowing = followCore({ core, serverName, dispatch, questions, state: () => state })
    },
    close: () => {
      drawing.close()
      stopFollowing()
      screen.close()
    }
  }
}

/** Changes that come together are drawn once. A pause begins once the user can see what it is for. */
function createDrawing(drawNow: () => void, onReady: () => void) {
  let isDue = false
  let isPauseDue = false
  let pause: NodeJS.Timeout | undefined
  return {
    drawSoon: () => {
      if (isDue) return
      isDue = true
      setImmediate(() => {
        isDue = false
        drawNow()
        if (!isPauseDue) return
        isPauseDue = false
        pause = setTimeout(onReady, pauseMs)
      })
    },
    pause: () => {
      clearTimeout(pause)
      isPauseDue = true
    },
    close: () => clearTimeout(pause)
  }
}
