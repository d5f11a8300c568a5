/** Messages to server programs, which are in English. */

/** What the server's program reads after a denial. */
export const networkDenialMessages = {
  never: 'the person does not allow it',
  'not-now': 'the person said no',
  remembered: 'the person does not allow it',
  silenced: 'it asked for too many hosts that the person refused',
  stopped: 'the person stopped its questions',
  forbidden: 'the policy of this computer does not allow it',
  withdrawn: 'nobody waits for it any more'
} as const
