/** Keys in the list of messages: arrows go from message to message, J goes between a request and its answer. */
import type { KeyboardEvent } from 'react'

export function pressInMessages(event: KeyboardEvent<HTMLElement>, onJump: (number: number) => void): void {
  if (event.ctrlKey || event.altKey || event.metaKey) return
  const { target, currentTarget } = event
  if (!(target instanceof HTMLElement) || target.tagName !== 'SUMMARY') return
  const { partnerNumber } = target.dataset
  if (event.key.toLowerCase() === 'j' && partnerNumber !== undefined) onJump(Number(partnerNumber))
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
