/**
 * LG webOS TV, without LG's library: only two of its calls would be used. The set's facts come over its service bus
 * (https://webostv.developer.lge.com/develop/references/tv-device-information), launches as an event of the document
 * (https://webostv.developer.lge.com/develop/app-developer-guide/app-lifecycle-management).
 */
import { isNewLaunch, pathInJson, pathInParameters } from './launch-path.ts'
import { unknownDevice, withinDeviceLimit, type Device, type Platform } from './platform.ts'

interface ServiceBridge {
  onservicecallback: ((response: string) => void) | null
  call(uri: string, parameters: string): void
}

interface WebosSystem {
  readonly launchParams?: string
  /** Brings the app to the front. */
  activate?(): void
}

/** The globals of webOS that are used; sets before webOS 6 have only `PalmSystem`. */
interface WebosScope {
  readonly PalmServiceBridge?: new () => ServiceBridge
  readonly webOSSystem?: WebosSystem
  readonly PalmSystem?: WebosSystem
}

const systemInfo = 'luna://com.webos.service.tv.systemproperty/getSystemInfo'
/** LG's own search starts an app with `contentTarget`; links made by operators use `path`. */
const launchNames = ['path', 'contentTarget']

export function webosPlatform(scope: WebosScope = globalThis as WebosScope): Platform {
  return {
    device: () =>
      withinDeviceLimit((tell) => {
        const { PalmServiceBridge } = scope
        if (PalmServiceBridge === undefined) return tell({ model: '', firmware: '' })
        const bridge = new PalmServiceBridge()
        bridge.onservicecallback = (response: unknown) => tell(deviceIn(response))
        bridge.call(systemInfo, JSON.stringify({ keys: ['modelName', 'firmwareVersion'] }))
      }),
    followLaunches: (open) => {
      const system = () => scope.webOSSystem ?? scope.PalmSystem
      const launch = system()?.launchParams
      const first = pathInJson(launch, launchNames)
      if (first !== null && isNewLaunch(launch)) open(first)
      document.addEventListener('webOSRelaunch', (event) => {
        // The package handles a second start itself: without this the app stays in the background.
        system()?.activate?.()
        const { detail } = event as CustomEvent<unknown>
        const path = pathInParameters(detail, launchNames)
        if (path !== null) open(path)
      })
    },
  }
}

/** Unknown where the bus responds with nothing, with no JSON, or with an error. */
function deviceIn(response: unknown): Device {
  try {
    const facts: unknown = JSON.parse(String(response))
    if (typeof facts !== 'object' || facts === null) return unknownDevice
    const { modelName, firmwareVersion } = facts as Readonly<Record<string, unknown>>
    return { model: textOf(modelName), firmware: textOf(firmwareVersion) }
  } catch {
    return unknownDevice
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
