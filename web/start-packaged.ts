/** What only packaged apps do at their start; a browser never loads this file. */
import { startApp } from '#web/features/releases/start-app.ts'
import { followJumps } from '#web/platforms/follow-jumps.ts'
import { currentPlatform } from '#web/platforms/platforms.ts'
import { pressBack, type BackOptions } from '#web/remote/go-back.ts'
import type { Router } from '#web/router/create-router.ts'
import { openSecrets } from '#web/session/secret-token.ts'
import { takeServiceName } from '#web/session/stored-service.ts'
import { session } from '#web/session/session.ts'
import { setDevice } from '#web/state/app-package.ts'
import { needsServerAddress } from '#web/state/site-address.ts'

const platform = currentPlatform()

/** Resolves once the client can start: its session is read and the app has a server. Back works from the beginning. */
export async function preparePackage(root: HTMLElement, back: BackOptions): Promise<void> {
  platform?.followBack?.(() => pressBack(back))
  if (platform?.secrets !== undefined) {
    await openSecrets(platform.secrets)
    session.reread()
  }
  // Only apps built without a server address need and load this.
  if (needsServerAddress()) await (await import('#web/shell/first-start/start-client.tsx')).askForServer(root)
  await takeServiceName()
}

/** Connects the running client with the system: launches, messages, the data for reports. */
export function followPackage(router: Router): void {
  followJumps()
  platform?.followLaunches((path) => void router.navigate(path))
  const push = platform?.push
  if (push !== undefined)
    void import('#web/notifications/push-registration.ts').then((file) => file.followPush(push))
  if (document.documentElement.hasAttribute('data-tv'))
    void import('#web/player/playback/stop-when-hidden.ts').then((file) => file.followVisibility())
  void describeDevice()
}

async function describeDevice(): Promise<void> {
  if (platform !== null) setDevice(await platform.device())
  await startApp()
}
