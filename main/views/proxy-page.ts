/**
 * Parley's own page around a view. It loads before Parley knows the view, which it opens with the first line from the main
 * process. After that it passes messages between the two, and starts none itself. The view is in a frame of another
 * origin, so it can't read the secret that comes with each of the page's requests.
 *
 * @spec MCP Apps 2026-01-26 Sandbox proxy
 */
import type { ViewPermission } from '../../app/contract/consent/view-access'
import type { ViewAddresses } from './view-address'

export const secretHeader = 'x-parley-view'

/** Without popups, downloads, modal dialogs, pointer lock and navigation of the page around it. */
const sandbox = 'allow-scripts allow-same-origin allow-forms'

/** The names in the frame's `allow`. The user is still asked for each of them. */
const allowNames: Readonly<Record<ViewPermission, string>> = {
  camera: 'camera',
  microphone: 'microphone',
  geolocation: 'geolocation',
  clipboardWrite: 'clipboard-write'
}

/** The first line of the stream of messages. The page then opens the view. */
export function writeShowLine(permissions: readonly ViewPermission[]): { readonly allow: string } {
  return { allow: permissions.map((permission) => allowNames[permission]).join('; ') }
}

export function writeProxyPage({ proxy, view }: ViewAddresses, secret: string): string {
  const headers = JSON.stringify({ [secretHeader]: secret })
  return `<!doctype html>
<meta charset="utf-8">
<title>View</title>
<style>html,body,iframe{margin:0;border:0;width:100%;height:100%;overflow:hidden;display:block}</style>
<body>
<script>
'use strict'
const frame = document.createElement('iframe')
frame.title = 'View'
frame.sandbox = '${sandbox}'
frame.referrerPolicy = 'no-referrer'
const headers = ${headers}
const waiting = []
let isSending = false
// In order, and one request at a time.
const send = async () => {
  if (isSending) return
  isSending = true
  while (waiting.length > 0) {
    const body = waiting.splice(0).join('\\n')
    await fetch('${proxy}/messages', { method: 'POST', headers, body }).catch(() => {})
  }
  isSending = false
}
addEventListener('message', ({ source, origin, data }) => {
  if (source !== frame.contentWindow || origin !== '${view}') return
  const text = JSON.stringify(data)
  if (text === undefined) return
  waiting.push(text)
  void send()
})
const receive = (message) => {
  if (frame.isConnected) return frame.contentWindow.postMessage(message, '${view}')
  frame.allow = message.allow
  frame.src = '${view}/'
  document.body.append(frame)
}
void (async () => {
  const { body } = await fetch('${proxy}/messages', { headers })
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { value, done } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\\n')
    rest = lines.pop()
    for (const line of lines) receive(JSON.parse(line))
  }
})()
</script>`
}

/** The frame can show nothing but the view, wherever it tries to go. */
export function writeProxyPolicy({ proxy, view }: ViewAddresses): string {
  return [
    "default-src 'none'",
    "script-src 'unsafe-inline'",
    "style-src 'unsafe-inline'",
    `connect-src ${proxy}`,
    `frame-src ${view}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'"
  ].join('; ')
}
