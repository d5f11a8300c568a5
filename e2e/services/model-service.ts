/** What journeys with a real service for models have in common. */
import type { Locator, Page } from 'playwright/test'
import { everything } from '../fixtures/entries'
import { expect } from '../expect'
import type { Parley } from '../launch'
import { answerDestination, answers, sendMessage, trustAll } from '../window'
import type { SettingsFile } from '../workspace'

export const keyVariable = 'SERVICE_KEY'

export interface Provider {
  readonly type: 'openai-compatible' | 'anthropic'
  readonly baseUrl: string
  readonly api?: 'chat' | 'responses'
  readonly apiKey?: string
}

/** With the example server, which every part calls. */
export function settingsFor(provider: Provider, model: string): SettingsFile {
  return {
    mcpServers: { everything: everything() },
    models: { default: `service/${model}`, providers: { service: provider } }
  }
}

/** Trusts the server, and the address of the service with the first message. */
export async function ask({ window }: Parley, text: string): Promise<Locator> {
  await trustAll(window, ['everything'])
  await sendMessage(window, text)
  await answerDestination(window, 'Trust')
  return answers(window).last()
}

export async function askNext(window: Page, text: string): Promise<Locator> {
  const before = await answers(window).count()
  await sendMessage(window, text)
  await expect(answers(window)).toHaveCount(before + 1)
  return answers(window).last()
}

/** Everything that the service offers, as the choice of model shows it. */
export async function expectModels(window: Page, names: readonly (string | RegExp)[]): Promise<void> {
  await window.getByRole('combobox', { name: 'Model', exact: true }).click()
  for (const name of names) await expect(window.getByRole('option', { name })).toBeVisible()
  await window.keyboard.press('Escape')
}

export async function stop(window: Page): Promise<void> {
  await window.getByRole('button', { name: 'Stop', exact: true }).click()
  await expect(window.getByRole('button', { name: 'Send', exact: true })).toBeVisible()
}
