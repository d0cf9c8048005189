/** The browser's Screen Wake Lock behind the core's port. */
import { ScreenWakeLock } from '#player/core/screen/wake-lock.ts'

/** Call `want` as playing begins and ends; `end` gives everything back. Where the browser has no lock it does nothing. */
export function browserWakeLock(): { readonly want: (on: boolean) => void; readonly end: () => void } {
  // Not there on older televisions and on pages without https, whatever the types say.
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
