/** Whether playback goes on in the mini-player when its page is left; stored on the device, on by default. */
import { createChanges, type ReadableStore } from '#web/state/create-store.ts'

const key = 'ekran.mini'
const changes = createChanges()
/** Where a browser forbids its storage, the choice is kept for this visit. */
let chosen: boolean | undefined

export const miniSetting: ReadableStore<boolean> = {
  get: () => (chosen ??= readStored()),
  subscribe: changes.subscribe,
}

export function setMini(isOn: boolean): void {
  chosen = isOn
  try {
    localStorage.setItem(key, isOn ? 'on' : 'off')
  } catch {
    // Private mode or a full storage.
  }
  changes.emit()
}

function readStored(): boolean {
  try {
    return localStorage.getItem(key) !== 'off'
  } catch {
    return true
  }
}
