/** Presses a key of the remote control on behalf of a phone. */
import type { RemoteKey } from '#contract/playback/remote-control.ts'

const names: Readonly<Record<Exclude<RemoteKey, 'back'>, string>> = {
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  ok: 'Enter',
}
/** Back has a code and no name on televisions; this is the code of webOS. */
const back = { key: 'GoBack', keyCode: 461 } as const

export function pressKey(key: RemoteKey): void {
  const target = document.activeElement ?? document.body
  const event = key === 'back' ? back : { key: names[key], code: names[key] }
  const init = { ...event, bubbles: true, cancelable: true }
  const isFree = target.dispatchEvent(new KeyboardEvent('keydown', init))
  target.dispatchEvent(new KeyboardEvent('keyup', init))
  // A browser clicks a button only for a key that a person has pressed.
  if (key === 'ok' && isFree && target instanceof HTMLElement && target !== document.body) target.click()
}
