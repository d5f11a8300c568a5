/**
 * A request that the server refuses until the person has opened links: repeated once they have. Who shows the links is
 * in `input-requests.ts`.
 *
 * @spec 2025-11-25 client/elicitation#url-mode
 */
import { ProtocolError } from '@modelcontextprotocol/client'
import type { CallInputContext, CallInputs } from './call-inputs'

const linksRequired = -32_042
/** The person may come back from a link before the server knows, so once is not enough. */
const linkTries = 4

/** What `send` brings in the end. @throws what `send` throws, the refusal included where it names no links that help */
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
