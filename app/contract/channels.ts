/**
 * The two channel names of the program. Everything between the window and the host goes through
 * one of them; `calls.ts` and `events.ts` say what may be said there.
 */
export const callChannel = 'parley:call'
export const eventChannel = 'parley:event'
