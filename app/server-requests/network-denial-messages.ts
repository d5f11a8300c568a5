/** Messages to server programs, which are in English. */

/** What the server's program reads after a denial. */
export const networkDenialMessages = {
  never: 'the user does not allow it',
  'not-now': 'the user denied it',
  remembered: 'the user does not allow it',
  silenced: 'the user denied too many hosts that it asked for',
  stopped: 'the user stopped its questions',
  forbidden: 'the policy of this computer does not allow it',
  withdrawn: 'nothing waits for it any longer'
} as const
