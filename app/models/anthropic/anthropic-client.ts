/** The parts of the SDK that Parley uses. Its own client also has tools that run programs, and many times as much code. */
import { BaseAnthropic } from '@anthropic-ai/sdk/client'
import { Messages } from '@anthropic-ai/sdk/resources/messages'
import { Models } from '@anthropic-ai/sdk/resources/models'

export { APIConnectionError, APIConnectionTimeoutError, APIError } from '@anthropic-ai/sdk/core/error'

export class AnthropicClient extends BaseAnthropic {
  readonly messages: Messages = new Messages(this)
  readonly models: Models = new Models(this)
}
