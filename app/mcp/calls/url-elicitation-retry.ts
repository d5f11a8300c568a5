/**
 * Repeats a request that the server answers with an error until the user has opened links. `input-requests.ts` shows
 * the links.
 *
 * @spec 2025-11-25 client/elicitation#url-mode
 */
import { ProtocolError } from '@modelcontextprotocol/client'
import type { CallInputContext, CallInputs } from './call-inputs'

const linksRequired = -32_042
/** The user may return from a link before the server knows, so one repetition is not enough. */
const linkTries = 4

/** Returns the result of `send`. @throws what `send` throws, including a URL elicitation error without usable links */
export async function retryAfterUrlElicitation<T>(
  send: () => Promise<T>,
  inputs: Pick<CallInputs, 'openLinks'>,
  asking: CallInputContext
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ProtocolError) || error.code !== linksRequired || tries === linkTries)
        throw error
      if (!(await inputs.openLinks(error.data, asking))) throw error
    }
  }
}
