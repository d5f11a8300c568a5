/**
 * Shares the window's time among everything to draw, so that no task gets long: cheap parts are drawn at once, others
 * one piece at a time, with the window's other work in between. Costs are roughly in microseconds.
 */
import { useEffect, useState } from 'react'

/** The most that all new parts may cost together before they wait. */
const taskLimit = 60_000

let spent = 0
let isAsked = false
const waiting: (() => void)[] = []
// Not a timer, because timers of hidden windows are delayed.
const { port1, port2 } = new MessageChannel()
port1.onmessage = () => {
  isAsked = false
  spent = 0
  waiting.shift()?.()
}

/** A separate task for the next piece. One at a time, or several would be drawn at once. */
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

/** How many of the pieces with these costs to draw now; grows until all are drawn. */
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
      // It may be removed in its turn, and those after it must not wait forever.
      if (waiting.length > 0) askForTask()
    }
  }, [count, isWaiting])
  return count
}
