/** Log messages that a server sends over the protocol, on their way to its log. */
import type { Client } from '@modelcontextprotocol/client'
import type { LogServerLine } from './server-log'

/** @spec 2025-11-25 server/utilities/logging */
export function followServerLog(client: Client, log: LogServerLine): void {
  client.setNotificationHandler('notifications/message', ({ params }) => {
    const said = typeof params.data === 'string' ? params.data : JSON.stringify(params.data)
    log('log', params.level, params.logger === undefined ? said : `${params.logger}: ${said}`)
  })
}
