/** Devices that an app can be shown as: their size, how they are used, and what their screen covers. */
import type { InspectedContext } from '../../../app/contract/bridge/inspected-view-calls'

type Device = Pick<InspectedContext, 'width' | 'height' | 'hasTouch' | 'hasHover' | 'safeArea'>

const nothing = { top: 0, right: 0, bottom: 0, left: 0 }

export const devices = {
  desktop: { width: 720, height: 560, hasTouch: false, hasHover: true, safeArea: nothing },
  tablet: {
    width: 820,
    height: 1_180,
    hasTouch: true,
    hasHover: false,
    safeArea: { ...nothing, top: 24, bottom: 20 }
  },
  phone: {
    width: 390,
    height: 844,
    hasTouch: true,
    hasHover: false,
    safeArea: { ...nothing, top: 47, bottom: 34 }
  }
} as const satisfies Record<string, Device>
export type DeviceName = keyof typeof devices

/** Null: none of them. */
export function findDevice(context: InspectedContext): DeviceName | null {
  const names = Object.keys(devices) as DeviceName[]
  return names.find((name) => isSame(devices[name], context)) ?? null
}

function isSame(device: Device, context: InspectedContext): boolean {
  const { width, height, hasTouch, hasHover, safeArea } = context
  const { top, right, bottom, left } = safeArea
  return (
    width === device.width &&
    height === device.height &&
    hasTouch === device.hasTouch &&
    hasHover === device.hasHover &&
    [top, right, bottom, left].join() ===
      [device.safeArea.top, device.safeArea.right, device.safeArea.bottom, device.safeArea.left].join()
  )
}
