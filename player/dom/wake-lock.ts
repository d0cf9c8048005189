/** The browser's Screen Wake Lock as the core's interface. */
import { ScreenWakeLock } from '#player/core/screen/wake-lock.ts'

/**
 * Call `want` when playback starts and stops; `end` releases everything. Does nothing where the browser has no
 * wake lock.
 */
export function browserWakeLock(): { readonly want: (on: boolean) => void; readonly end: () => void } {
  // Missing on older televisions and on pages without https, whatever the types say.
  const api = (navigator as { readonly wakeLock?: WakeLock }).wakeLock
  if (api === undefined) return { want: () => undefined, end: () => undefined }
  const lock = new ScreenWakeLock({
    request: () => api.request('screen'),
    isVisible: () => document.visibilityState === 'visible',
  })
  const changed = () => lock.visibilityChanged()
  document.addEventListener('visibilitychange', changed)
  return {
    want: (on) => lock.want(on),
    end() {
      document.removeEventListener('visibilitychange', changed)
      lock.want(false)
    },
  }
}
