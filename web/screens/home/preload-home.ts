/** What a television's home page shows first, requested while the code of the page still runs. */
import { channels } from '#contract/channels/channels.ts'
import { viewing } from '#contract/films/viewing.ts'
import { home } from '#contract/site/home.ts'
import { preload } from '#web/session/requests/api.ts'

/** A page without its cards is better than none. */
const patienceMs = 700

/**
 * Resolves when the first rails have their responses, or after a moment. The page is then rendered once, with its
 * cards: a television's processor takes as long for an empty page as for a full one.
 */
export function preloadHome(): Promise<void> {
  const responses = Promise.all([
    preload(channels.list, {}),
    preload(viewing.viewing, {}),
    preload(home.rails, { platform: 'television' }),
  ])
  return Promise.race([
    responses.then(() => undefined),
    new Promise<void>((resolve) => setTimeout(resolve, patienceMs)),
  ])
}
