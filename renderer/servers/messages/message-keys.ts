/** Keys in the list of messages: arrows go from message to message, J goes between a request and its answer, C compares. */
import type { KeyboardEvent } from 'react'

export interface MessageKeys {
  readonly onJump: (number: number) => void
  readonly onCompare: (number: number) => void
}

export function pressInMessages(event: KeyboardEvent<HTMLElement>, { onJump, onCompare }: MessageKeys): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return
  const { target, currentTarget } = event
  if (!(target instanceof HTMLElement) || target.tagName !== 'SUMMARY') return
  const { number, partnerNumber } = target.dataset
  const key = event.key.toLowerCase()
  if (key === 'j' && partnerNumber !== undefined) onJump(Number(partnerNumber))
  else if (key === 'c' && number !== undefined) onCompare(Number(number))
  else if (event.key === 'ArrowDown' || event.key === 'ArrowUp')
    focusNext({ list: currentTarget, from: target, by: event.key === 'ArrowDown' ? 1 : -1 })
  else return
  event.preventDefault()
}

function focusNext({
  list,
  from,
  by
}: {
  readonly list: HTMLElement
  readonly from: HTMLElement
  readonly by: 1 | -1
}) {
  const summaries = [...list.querySelectorAll<HTMLElement>('summary')]
  const next = summaries[summaries.indexOf(from) + by]
  next?.focus()
  next?.scrollIntoView({ block: 'nearest' })
}
