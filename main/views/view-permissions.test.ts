import type { Session } from 'electron'
import { expect, it } from 'vitest'
import type { ViewPermission } from '../../app/contract/consent/view-access'
import { handlePermissions } from './view-permissions'

const view = 'parley-view://view-1'

type RequestHandler = NonNullable<Parameters<Session['setPermissionRequestHandler']>[0]>

function open(declared: readonly ViewPermission[], answers: Partial<Record<ViewPermission, boolean>> = {}) {
  const asked: ViewPermission[] = []
  const handlers: RequestHandler[] = []
  handlePermissions(
    {
      setPermissionRequestHandler: (handler) => void (handler !== null && handlers.push(handler)),
      setPermissionCheckHandler: () => {},
      setDevicePermissionHandler: () => {}
    },
    view,
    Promise.resolve({
      permissions: declared,
      onPermission: async (permission: ViewPermission) => {
        asked.push(permission)
        return answers[permission] ?? false
      }
    })
  )
  const request = (permission: string, details: object = {}) =>
    new Promise<boolean>((resolve) => {
      const all = { isMainFrame: false, requestingUrl: `${view}/`, ...details }
      handlers.at(-1)?.(null as never, permission as never, resolve, all as never)
    })
  return { asked, request }
}

const both = { mediaTypes: ['audio', 'video'] }

it('asks for a declared permission when it is used, and follows the answer', async () => {
  const { asked, request } = open(['geolocation', 'clipboardWrite'], { geolocation: true })
  expect(await request('geolocation')).toBe(true)
  expect(await request('clipboard-sanitized-write')).toBe(false)
  expect(asked).toEqual(['geolocation', 'clipboardWrite'])
})

it('asks for microphone and camera one by one', async () => {
  const allowed = open(['camera', 'microphone'], { camera: true, microphone: true })
  expect(await allowed.request('media', both)).toBe(true)
  expect(allowed.asked).toEqual(['microphone', 'camera'])
  const denied = open(['camera', 'microphone'], { camera: true })
  expect(await denied.request('media', both)).toBe(false)
  expect(denied.asked).toEqual(['microphone'])
})

it.each([
  ['undeclared', [], 'geolocation', {}],
  ['partly undeclared', ['camera'], 'media', both],
  ['unknown', ['camera', 'microphone', 'geolocation', 'clipboardWrite'], 'notifications', {}],
  ['of the clipboard, to read it', ['clipboardWrite'], 'clipboard-read', {}],
  ['of the screen', ['camera', 'microphone'], 'media', { mediaTypes: [] }],
  ['of a page inside the view', ['geolocation'], 'geolocation', { requestingUrl: 'https://frame.example/' }],
  ["of Parley's page", ['geolocation'], 'geolocation', { isMainFrame: true }]
] as const)('denies without a question what is %s', async (_what, declared, permission, details) => {
  const { asked, request } = open(declared, { camera: true, microphone: true, geolocation: true })
  expect(await request(permission, details)).toBe(false)
  expect(asked).toEqual([])
})
