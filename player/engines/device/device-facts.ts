/** The facts about a device that its model list reads: versions, memory, and how it is operated. */

/** What a device and its browser report about themselves. */
export interface DeviceReport {
  /** The system of a package, as `webos`; `browser` for none. */
  readonly platform: string
  /** '' when unknown. */
  readonly model: string
  readonly userAgent: string
  /** `navigator.deviceMemory`; absent in browsers without it. */
  readonly memoryGb?: number | undefined
  /** True where the page is operated by a remote control. */
  readonly isTelevision: boolean
}

/** What the model list decides by. */
export interface DeviceFacts {
  readonly platform: string
  readonly model: string
  /** As 5.5; null on anything but a Samsung set. */
  readonly tizenVersion: number | null
  /** The version of Chromium on an LG set, which names its webOS: 68 is webOS 5, 79 webOS 6, 87 webOS 22. Else null. */
  readonly webosEngine: number | null
  readonly memoryGb: number | null
  readonly isTelevision: boolean
  readonly isHandheld: boolean
}

const handheldPlatforms = ['android', 'ios']
const televisionPlatforms = ['webos', 'tizen', 'androidtv']

/** Reads the versions out of the report. Nothing in it is trusted to be there. */
export function factsOf({ platform, model, userAgent, memoryGb, isTelevision }: DeviceReport): DeviceFacts {
  const isTizen = platform === 'tizen' || /\bTizen\b/.test(userAgent)
  const isWebos = platform === 'webos' || /\bWeb0S\b/.test(userAgent)
  const isTvAgent = /SMART-TV|SmartTV|HbbTV|\bTV\b|BRAVIA|\bAFT[A-Z]|CrKey|VIDAA/.test(userAgent)
  const isSet = isTelevision || televisionPlatforms.includes(platform) || isWebos || isTvAgent
  return {
    platform,
    model: model.trim().toUpperCase(),
    tizenVersion: isTizen ? numberIn(userAgent, /\bTizen (\d+\.\d+)/) : null,
    webosEngine: isWebos ? numberIn(userAgent, /\bChrom(?:e|ium)\/(\d+)/) : null,
    memoryGb: memoryGb !== undefined && memoryGb > 0 ? memoryGb : null,
    isTelevision: isSet,
    isHandheld:
      !isSet &&
      (handheldPlatforms.includes(platform) || /\b(?:Android|iPhone|iPad|Mobile)\b/.test(userAgent)),
  }
}

function numberIn(text: string, pattern: RegExp): number | null {
  const digits = pattern.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}
