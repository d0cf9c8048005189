/** What the operating system of a television or a phone offers to a page: keys to register, and the exit. */
import { tizenKeys } from './keys.ts'

interface TelevisionWindow {
  readonly tizen?: {
    readonly tvinputdevice?: { readonly registerKey?: (name: string) => void }
    readonly application?: { readonly getCurrentApplication?: () => { readonly exit: () => void } }
  }
  /** webOS without LG's library; `PalmSystem` before webOS 6. */
  readonly webOSSystem?: WebosSystem
  readonly PalmSystem?: WebosSystem
  /** The bridge of a Capacitor app (Android, Android TV). */
  readonly Capacitor?: { readonly nativePromise?: (plugin: string, method: string) => Promise<unknown> }
}

interface WebosSystem {
  readonly platformBack?: () => void
}

function televisionWindow(): TelevisionWindow {
  return globalThis as TelevisionWindow
}

/** Registers the keys that Tizen reserves; other systems deliver every key. */
export function registerKeys(): void {
  const { tizen } = televisionWindow()
  for (const name of tizenKeys)
    try {
      tizen?.tvinputdevice?.registerKey?.(name)
    } catch {
      // A model without this key rejects its name; the others are registered all the same.
    }
}

/**
 * Leaves the application, to the device's own screen. A plain browser closes only windows opened by a script, so
 * there this may have no effect.
 */
export function leaveApp(): void {
  const { tizen, webOSSystem, PalmSystem, Capacitor } = televisionWindow()
  if (Capacitor?.nativePromise !== undefined)
    return void Capacitor.nativePromise('App', 'exitApp').catch(() => undefined)
  const application = tizen?.application?.getCurrentApplication?.()
  if (application !== undefined) return application.exit()
  const system = webOSSystem ?? PalmSystem
  if (system?.platformBack !== undefined) return system.platformBack()
  window.close()
}
