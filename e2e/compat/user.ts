/**
 * An ordinary user who answers what Parley asks while a server is added and used: trusts the server, allows the hosts
 * that it needs, allows the call, and declines what the server itself asks for.
 */
import type { Locator, Page } from 'playwright/test'
import { pressIn } from '../window'

export interface User {
  /** Titles of the questions that were answered, in order. */
  readonly questions: readonly string[]
  /** How long questions after the trust question took to be answered, in milliseconds. */
  waitedMs(): number
  leave(): Promise<void>
}

const madeUp = 'made-up-0123456789abcdef'

/** From now on, answers questions about this server while the test waits for something. */
export async function seatUser(window: Page, serverName: string): Promise<User> {
  const questions: string[] = []
  let waitedMs = 0
  const name = escaped(serverName)
  /** A host that is asked about again is one that the server needs. */
  const allowHost = (title: string) =>
    questions.filter((each) => each === title).length > 1 ? 'Always allow' : 'Allow once'
  const answers: readonly (readonly [form: string, answer: (title: string) => string])[] = [
    [`Trust server ${name}\\?`, () => 'Trust and start'],
    [`Let ${name} reach .*\\?`, allowHost],
    [`Let the app of ${name} reach .*\\?`, () => 'Allow once'],
    [`Allow .* on ${name}\\?`, () => 'Allow once'],
    [`${name} keeps asking`, () => 'Let it ask'],
    [`${name} asks for input`, () => 'Decline'],
    [`${name} asks you to open a link`, () => 'Decline'],
    [`Sampling request from ${name}`, () => 'Decline']
  ]
  const any = new RegExp(`^(?:${answers.map(([form]) => form).join('|')})$`)
  const question = window.getByRole('dialog', { name: any }).first()
  const answer = async () => {
    const title = await titleOf(question)
    const found = answers.find(([form]) => new RegExp(`^${form}$`).test(title))
    if (found === undefined) return
    const began = Date.now()
    questions.push(title)
    await pressIn(window.getByRole('dialog', { name: title, exact: true }).first(), found[1](title))
    if (questions.length > 1) waitedMs += Date.now() - began
  }
  const secrets = window.getByRole('region', { name: `Secrets of ${serverName}`, exact: true })
  const secret = secrets.locator('input').first()
  const fillSecret = async () => {
    questions.push('The value of a secret')
    await secret.fill(madeUp)
    await secret.press('Enter')
  }
  await window.addLocatorHandler(question, answer, { noWaitAfter: true })
  await window.addLocatorHandler(secret, fillSecret, { noWaitAfter: true })
  return {
    questions,
    waitedMs: () => waitedMs,
    leave: async () => {
      await window.removeLocatorHandler(question)
      await window.removeLocatorHandler(secret)
    }
  }
}

async function titleOf(dialog: Locator): Promise<string> {
  // It may close meanwhile.
  return (
    (await dialog
      .getByRole('heading')
      .first()
      .textContent({ timeout: 2_000 })
      .catch(() => null)) ?? ''
  )
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
