/** Buttons for irreversible actions are disabled for a moment after they appear. */
import { screen, within } from '@testing-library/react'
import { expect, vi } from 'vitest'
import { soon } from '../../app/testing/soon'

/** The button, once a press counts. */
export async function findEnabledButton(name: string, place?: HTMLElement): Promise<HTMLElement> {
  const button = (place === undefined ? screen : within(place)).getByRole('button', { name })
  await vi.waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull(), soon)
  return button
}
