/**
 * Marks misspelt words where a person types, on Linux and Windows: Chromium asks here, word by word, and the core looks them
 * up on this computer. Chromium's own check stays off, as it would fetch dictionaries (decision 0065). It hands over no
 * word of a password field.
 */
import { ipcRenderer, webFrame } from 'electron'
import { callChannel, eventChannel } from '../app/contract/bridge/bridge'
import type { CallOutput } from '../app/contract/bridge/calls'
import type { EventEnvelope } from '../app/contract/events'
import type { Result } from '../app/contract/failure'
import { spellingLimits } from '../app/contract/dictionaries/spelling-limits'

/** Of a whole text at once; what comes after them counts as right. */
const mostCalls = 20

export function watchSpelling(): void {
  let isAsked = false
  let current: string | null = null
  /** Not before somebody types: no start waits for it. */
  window.addEventListener(
    'input',
    (event) => {
      if (!event.isTrusted || isAsked) return
      isAsked = true
      void check([]).then(({ language }) => {
        if (language === current) return
        current = language
        // Of a language in another script Chromium hands over no other words, so it has to know.
        webFrame.setSpellCheckProvider((language ?? 'en').replaceAll('_', '-'), {
          spellCheck: (words, tell) => void spellCheck(words, tell)
        })
      })
    },
    { capture: true }
  )
  ipcRenderer.on(eventChannel, (_event, { name }: EventEnvelope) => {
    if (name === 'settings.changed') isAsked = false
  })
}

/** Chromium hands over a word of a text once, in no order. */
async function spellCheck(words: string[], tell: (wrong: string[]) => void): Promise<void> {
  const short = words.filter(({ length }) => length <= spellingLimits.word)
  const most = Math.min(short.length, mostCalls * spellingLimits.wordsAtOnce)
  const wrong: string[] = []
  for (let at = 0; at < most; at += spellingLimits.wordsAtOnce)
    wrong.push(...(await check(short.slice(at, at + spellingLimits.wordsAtOnce))).wrong)
  tell(wrong)
}

/** Never rejects: what can't be checked is right. */
async function check(words: readonly string[]): Promise<CallOutput<'spelling.check'>> {
  const none = { wrong: [], language: null }
  try {
    const answer = (await ipcRenderer.invoke(callChannel, 'spelling.check', { words })) as Result<
      CallOutput<'spelling.check'>
    >
    return answer.ok ? answer.value : none
  } catch {
    return none
  }
}
