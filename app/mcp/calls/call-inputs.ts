/**
 * What a call needs of the part that brings a server's questions before the person. The call says where it stands;
 * how a question is checked, shown and answered is the other part's business.
 */

/** The call in whose course the server asks, null for another request; the signal ends the questions with it. */
export interface CallInputContext {
  readonly callId: string | null
  /** Of a request other than a call. */
  readonly exchangeId?: string
  /** From 1; absent outside of rounds. */
  readonly round?: number
  readonly signal: AbortSignal
}

export interface CallInputs {
  /**
   * Answers to the requests inside a result, by the same keys. Rejects when one of them can't be answered at all.
   * @spec 2026-07-28 basic/patterns/mrtr
   */
  answer(
    inputRequests: Readonly<Record<string, unknown>>,
    asking: CallInputContext
  ): Promise<Readonly<Record<string, unknown>>>
  /**
   * The links of a `-32042` refusal, from the `data` of the error. True when the person went through all of them, so
   * that the call may be repeated.
   * @spec 2025-11-25 client/elicitation#url-mode
   */
  openLinks(data: unknown, asking: CallInputContext): Promise<boolean>
}
