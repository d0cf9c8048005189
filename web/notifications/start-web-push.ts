/** Push messages of this browser, once in a visit: at its start where they are allowed, else from the switch. */
import { followPush } from './push-registration.ts'
import { followPressed, webPush } from './web-push.ts'

let isStarted = false

export function startWebPush(open: (path: string) => void): void {
  if (isStarted) return
  isStarted = true
  followPressed(open)
  void followPush(webPush)
}
