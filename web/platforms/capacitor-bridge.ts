/**
 * The bridge from the page to a phone's system. Capacitor puts its script into the page before the client starts
 * (`native-bridge.js` of `@capacitor/android` and `@capacitor/ios`); the used part of it is declared here, so that no
 * package of Capacitor is part of the client.
 */
export interface CapacitorBridge {
  nativePromise(plugin: string, method: string, options?: object): Promise<unknown>
  addListener(plugin: string, event: string, listener: (data: unknown) => void): unknown
}

export interface CapacitorScope {
  readonly Capacitor?: CapacitorBridge
}

const limitMs = 10_000

/** Calls a plugin's method. Rejects when the plugin does, and when it does not respond within ten seconds. */
export function callPlugin(
  bridge: CapacitorBridge,
  plugin: string,
  method: string,
  options: object = {},
  maxMs = limitMs,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${plugin}.${method} did not respond`)), maxMs)
    const settled = () => clearTimeout(timer)
    bridge.nativePromise(plugin, method, options).then(resolve, reject).then(settled, settled)
  })
}

/** A field of a plugin's response, which may be anything. */
export function fieldOf(value: unknown, ...names: readonly string[]): unknown {
  let current = value
  for (const name of names) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Readonly<Record<string, unknown>>)[name]
  }
  return current
}

/** The same as text: '' for anything else. */
export function textOf(value: unknown, ...names: readonly string[]): string {
  const field = fieldOf(value, ...names)
  return typeof field === 'string' ? field : ''
}
