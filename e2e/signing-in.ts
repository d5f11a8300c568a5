/** Signing in at remote servers: the question, the way through the browser, the account in the details. */
import type { Locator, Page } from 'playwright/test'
import { recordLinks } from './server-questions'
import { expect } from './expect'
import { signInAt } from './fixtures/sign-in-server'
import type { Parley } from './launch'
import { inspect, openServers } from './window'

export function signInDialog(window: Page, server: string): Locator {
  return window.getByRole('dialog', { name: `Sign in to ${server}`, exact: true })
}

/** Waits for the browser. */
export async function openedLink(links: () => Promise<string[]>): Promise<string> {
  let link: string | undefined
  await expect.poll(async () => (link ??= (await links())[0])).toBeDefined()
  return link ?? ''
}

export async function signIn(parley: Parley, server: string, login = 'ann'): Promise<void> {
  const { app, window } = parley
  const links = await recordLinks(app)
  await signInDialog(window, server).getByRole('button', { name: 'Open browser' }).click()
  const text = await signInAt(await openedLink(links), login)
  expect(text).toContain('You can close this page')
}

/** Opens the page of a server. Returns its sign-in section. */
export async function openSignIn(window: Page, server: string): Promise<Locator> {
  const page = await inspect(await openServers(window), server)
  return page.getByRole('region', { name: `Sign-in at ${server}` })
}
