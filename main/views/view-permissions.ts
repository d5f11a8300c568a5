/** Permissions of a view's page: Parley asks about what it declared when it is used, and denies everything else. */
import type { MediaAccessPermissionRequest, PermissionRequest, Session } from 'electron'
import type { ViewPermission } from '../../app/contract/consent/view-access'
import type { ViewFrameOptions } from '../../app/views/interface'
import { denyPermissions } from '../page/web-security'

/** `view`: the origin of the server's page. Pages inside it have no permissions. `page`: until then, there are none. */
export function handlePermissions(
  own: Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler'
  >,
  view: string,
  page: Promise<Pick<ViewFrameOptions, 'permissions' | 'onPermission'>>
): void {
  denyPermissions(own)
  const ask = async (wanted: readonly ViewPermission[]): Promise<boolean> => {
    const { permissions, onPermission } = await page
    if (wanted.length === 0 || !wanted.every((each) => permissions.includes(each))) return false
    // One by one, as the user reads them.
    for (const each of wanted) if (!(await onPermission(each))) return false
    return true
  }
  own.setPermissionRequestHandler((...[, permission, decide, details]) => {
    const isOwn = !details.isMainFrame && details.requestingUrl === `${view}/`
    void ask(isOwn ? listWanted(permission, details) : []).then(decide, () => decide(false))
  })
}

function listWanted(
  permission: string,
  details: PermissionRequest | MediaAccessPermissionRequest
): readonly ViewPermission[] {
  if (permission === 'geolocation') return ['geolocation']
  if (permission === 'clipboard-sanitized-write') return ['clipboardWrite']
  if (permission !== 'media' || !('mediaTypes' in details)) return []
  return (details.mediaTypes ?? []).map((type) => (type === 'video' ? 'camera' : 'microphone'))
}
