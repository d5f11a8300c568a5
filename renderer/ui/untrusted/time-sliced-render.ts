/**
 * Shares the window's time among all that is to be drawn, so that no task gets long: what is cheap is drawn at once, the
 * rest a piece at a time, with everything else the window does in between. Costs are in microseconds, roughly.
 */
import { useEffect, useState } from 'react'

/** What all that is new may cost together before it has to wait. */
const taskLimit = 60_000

let spent = 0
let isAsked = false
const waiting: (() => void)[] = []
// Not a timer: those of a window that nobody sees are held back.
const { port1, port2 } = new MessageChannel()
port1.onmessage = () => {
  isAsked = false
  spent = 0
  waiting.shift()?.()
}

/** A task of its own for the next piece. One at a time, or several would be drawn in one go. */
function askForTask(): void {
  if (isAsked) return
  isAsked = true
  port2.postMessage(null)
}

/** Whether something of this cost can be drawn now. The first of a task always can. */
function spend(cost: number): boolean {
  if (spent > 0 && spent + cost > taskLimit) return false
  spent += cost
  askForTask()
  return true
}

/** How many of the pieces with these costs are to be drawn now; grows until it is all of them. */
export function useDrawnCount(pieceCosts: readonly number[]): number {
  const [count, setCount] = useState(() => (spend(pieceCosts[0] ?? 0) ? 1 : 0))
  const isWaiting = count < pieceCosts.length
  useEffect(() => {
    const draw = () => setCount(count + 1)
    if (isWaiting) waiting.push(draw)
    if (waiting.length > 0) askForTask()
    return () => {
      const place = waiting.indexOf(draw)
      if (place >= 0) waiting.splice(place, 1)
      // Its turn may have come and gone with it: whoever waits behind must not wait for good.
      if (waiting.length > 0) askForTask()
    }
  }, [count, isWaiting])
  return count
}
