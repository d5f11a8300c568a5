/**
 * A small server on the official library, over any transport; over stdio if it is run directly. Its tool `ask` requests
 * the roots during a call, `end` ends the server's side.
 */
import { McpServer } from '@modelcontextprotocol/server'
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

/** `end` replaces closing the transport if that doesn't end the connection. */
export function createLifecycleServer(end) {
  const server = new McpServer(
    { name: 'lifecycle', title: 'Lifecycle server', version: '1.2.3' },
    { instructions: 'Begin at the beginning.', capabilities: { tools: { listChanged: true }, logging: {} } }
  )
  const noInput = z.object({})
  const said = (text) => ({ content: [{ type: 'text', text }] })
  server.registerTool('greet', { inputSchema: z.object({ name: z.string() }) }, ({ name }) =>
    said(`Hello ${name}`)
  )
  server.registerTool('wait', { inputSchema: noInput }, (_input, { mcpReq }) => {
    return new Promise((resolve) => mcpReq.signal.addEventListener('abort', () => resolve(said('aborted'))))
  })
  server.registerTool('ping', { inputSchema: noInput }, async () =>
    said(JSON.stringify(await server.server.ping()))
  )
  server.registerTool('grow', { inputSchema: noInput }, () => {
    server.registerTool('grown', { inputSchema: noInput }, () => said('grown'))
    return said('grew')
  })
  server.registerTool('end', { inputSchema: noInput }, () => {
    const leave = () => (end === undefined ? server.close() : end())
    setTimeout(() => void leave(), 10)
    return said('ending')
  })
  return server
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await createLifecycleServer(() => process.exit()).connect(new StdioServerTransport())
}
