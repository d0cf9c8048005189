/**
 * LG webOS TV, without LG's library: only two of its calls would be used. The set's facts come over its service bus
 * (https://webostv.developer.lge.com/develop/references/tv-device-information), launches as an event of the document
 * (https://webostv.developer.lge.com/develop/app-developer-guide/app-lifecycle-management).
 */
import { pathInJson } from './launch-path.ts'
import { withinDeviceLimit, type Device, type Platform } from './platform.ts'

interface ServiceBridge {
  onservicecallback: ((response: string) => void) | null
  call(uri: string, parameters: string): void
}

/** The globals of webOS that are used; sets before webOS 6 have only `PalmSystem`. */
interface WebosScope {
  readonly PalmServiceBridge?: new () => ServiceBridge
  readonly webOSSystem?: { readonly launchParams?: string }
  readonly PalmSystem?: { readonly launchParams?: string }
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
        bridge.onservicecallback = (response) => tell(deviceIn(response))
        bridge.call(systemInfo, JSON.stringify({ keys: ['modelName', 'firmwareVersion'] }))
      }),
    followLaunches: (open) => {
      const first = pathInJson((scope.webOSSystem ?? scope.PalmSystem)?.launchParams, launchNames)
      if (first !== null) open(first)
      document.addEventListener('webOSRelaunch', (event) => {
        const { detail } = event as CustomEvent<unknown>
        const path = pathInJson(JSON.stringify(detail ?? null), launchNames)
        if (path !== null) open(path)
      })
    },
  }
}

function deviceIn(response: string): Device {
  const { modelName, firmwareVersion } = JSON.parse(response) as Readonly<Record<string, unknown>>
  return { model: String(modelName ?? ''), firmware: String(firmwareVersion ?? '') }
}
