/** The permissions of views as labels. */
import type { ViewPermission } from '../../app/contract/consent/view-access'
import { servers as texts } from '../../app/texts/compiled/window/servers'

export const viewPermissionNames: Readonly<Record<ViewPermission, () => string>> = {
  camera: texts.viewCamera,
  microphone: texts.viewMicrophone,
  geolocation: texts.viewLocation,
  clipboardWrite: texts.viewClipboard
}
