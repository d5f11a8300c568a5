/** What the preload reports about the user's presses. Only the preload can: the page has no access to its channel. */
import { z } from 'zod'

const longestPlace = 8_300

export const pressReport = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('press'),
    /** `assistive`: a click that neither a key nor a pointer made, as a screen reader makes them. */
    kind: z.enum(['pointer', 'key', 'assistive']),
    /** How long ago it began, in milliseconds. */
    age: z.number().min(0),
    /** Whether it can press a button, as a letter can't. */
    isActivating: z.boolean(),
    /** The questions in whose area it was made. */
    places: z.array(z.string().max(longestPlace)).max(100)
  }),
  /** The page is no longer visible: hidden, minimized or behind other windows. */
  z.strictObject({ type: z.literal('out-of-sight') })
])
export type PressReport = z.infer<typeof pressReport>
export type PressSeen = Extract<PressReport, { type: 'press' }>
