/**
 * The user at the window of a hostile case: trusts and calls as the corpus asks, discloses nothing, opens nothing.
 * Reports a question that names another server than the settings do.
 */
import type { Locator, Page } from 'playwright/test'
import { expect } from '../expect'

export interface PersonOptions {
  readonly isAllowingForGood?: boolean
  /** Submits forms unchanged instead of declining them. */
  readonly isSubmitting?: boolean
}

interface Kind {
  readonly title: RegExp
  readonly answer: (options: PersonOptions) => string
}

const kinds: readonly Kind[] = [
  { title: /^Trust server (.*)\?$/su, answer: () => 'Trust and start' },
  {
    title: /^Allow .* on (.*)\?$/su,
    answer: ({ isAllowingForGood }) => (isAllowingForGood === true ? 'Always allow' : 'Allow once')
  },
  { title: /^Sampling request from (.*)$/su, answer: () => 'Decline' },
  { title: /^Sampling answer for (.*)$/su, answer: () => 'Discard' },
  {
    title: /^(.*) asks for input$/su,
    answer: ({ isSubmitting }) => (isSubmitting === true ? 'Submit' : 'Decline')
  },
  { title: /^(.*) asks you to open a link$/su, answer: () => 'Decline' },
  { title: /^Sign in to (.*)$/su, answer: () => 'Cancel' },
  { title: /^(.*) keeps asking$/su, answer: () => 'Let it ask' }
]

/** In milliseconds. */
const longestWork = 60_000

/** Answers every question until the work is done. `false`: it was not done in time. */
export async function answerUntil(
  window: Page,
  isDone: () => Promise<boolean>,
  options: PersonOptions = {}
): Promise<boolean> {
  const end = Date.now() + longestWork
  while (Date.now() < end) {
    if (await answerNext(window, options)) continue
    if (await isDone()) return true
    await window.waitForTimeout(50)
  }
  return false
}

async function answerNext(window: Page, options: PersonOptions): Promise<boolean> {
  for (const kind of kinds) {
    const dialog = window.getByRole('dialog', { name: kind.title }).first()
    if (!(await dialog.isVisible())) continue
    const title = (await dialog.getByRole('heading').first().textContent()) ?? ''
    const server = kind.title.exec(title)?.[1]
    if (server !== undefined)
      expect.soft(['case', 'control'], 'whom a question names').toContain(server.trim())
    await answer(dialog, kind.answer(options))
    return true
  }
  return false
}

/** A form that can't be sent unchanged is declined. A question that closes meanwhile needs no answer. */
async function answer(dialog: Locator, name: string): Promise<void> {
  const button = dialog.getByRole('button', { name, exact: true })
  const pressed = await button.click({ timeout: 3_000 }).then(
    () => true,
    () => false
  )
  if (!pressed && name === 'Submit') await answer(dialog, 'Decline')
  await dialog.waitFor({ state: 'hidden', timeout: 500 }).catch(() => {}) // the next one may look the same
}
