import { isTelevision } from '#web/remote/television.ts'
import { castAppId } from '#web/state/cast-app.ts'

let starting: Promise<void> | null = null

/** Loads what casting needs, once; nothing where it is off, and on televisions. After a failure the next call tries again. */
export function prepareCasting(): void {
  const appId = castAppId()
  if (appId === null || isTelevision()) return
  starting ??= import('./start-casting.ts')
    .then((file) => file.startCasting(appId))
    .catch(() => {
      starting = null
    })
}
