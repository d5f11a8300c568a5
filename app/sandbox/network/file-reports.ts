/**
 * File activity that the runtime of a sandboxed server reports, through the same proxy as its connections and with the
 * same credentials.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { z } from 'zod'
import { fileAccesses } from '../../contract/consent/file-activity'
import type { FileReport } from '../blocked/reported-files'

export const reportPath = '/parley/files'

const reports = z.array(z.strictObject({ access: z.enum(fileAccesses), path: z.string().max(1_000) })).max(50)
const longestBody = 65_536

/** `take`: null for a client without valid credentials. */
export async function takeReports(
  request: IncomingMessage,
  response: ServerResponse,
  take: ((report: FileReport) => void) | null
): Promise<void> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += (chunk as Buffer).length
    if (length > longestBody || take === null) break
    chunks.push(chunk as Buffer)
  }
  const read = reports.safeParse(parse(Buffer.concat(chunks).toString('utf8')))
  if (read.success) for (const report of read.data) take?.(report)
  response.writeHead(take === null ? 407 : 204, { connection: 'close' }).end()
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
