/** The starts that need something first; the site in a viewer's browser never loads this file. */
import type { BackOptions } from '#web/remote/go-back.ts'
import type { Router } from '#web/router/create-router.ts'

/** A packaged app, or a tab where a member of staff sees the site as a subscriber. `start`: starts the client. */
export async function startPrepared(
  root: HTMLElement,
  back: BackOptions,
  start: () => Router,
): Promise<void> {
  if (document.documentElement.hasAttribute('data-support-view'))
    return (await import('#web/support-view/start-support-view.ts')).startSupportView(start)
  const { preparePackage, followPackage } = await import('./start-packaged.ts')
  await preparePackage(root, back)
  followPackage(start())
}
