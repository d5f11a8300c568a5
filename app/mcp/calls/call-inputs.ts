/** What a call needs to have a server's questions answered. `input-requests.ts` checks, shows and answers them. */

/** The call in which the server asks, null for another request. The signal ends the questions too. */
export interface CallInputContext {
  readonly callId: string | null
  /** Set for a request that is not a call. */
  readonly exchangeId?: string
  /** Counts from 1. Absent outside of rounds. */
  readonly round?: number
  readonly signal: AbortSignal
}

export interface CallInputs {
  /**
   * Answers to the requests in a result, by the same keys. Rejects if one of them can't be answered.
   * @spec 2026-07-28 basic/patterns/mrtr
   */
  answer(
    inputRequests: Readonly<Record<string, unknown>>,
    asking: CallInputContext
  ): Promise<Readonly<Record<string, unknown>>>
  /**
   * Opens the links of a `-32042` error, which are in its `data`. True if the user opened all of them, so that the call
   * can be repeated.
   * @spec 2025-11-25 client/elicitation#url-mode
   */
  openLinks(data: unknown, asking: CallInputContext): Promise<boolean>
}
