/** The store of the grid's programmes, one per language: on return the guide is as it was left. */
import type { Language } from '#contract/form/failures.ts'
import { guide } from '#contract/channels/guide.ts'
import { callQuietly } from '#web/session/requests/api.ts'
import { nowMs } from '#web/session/server/server-clock.ts'
import { GuideStore, type AskForTile } from './guide-store.ts'

function askIn(lang: Language): AskForTile {
  return async ({ fromSec, cids }, signal) => {
    const result = await callQuietly(guide.tile, { from: fromSec, cids: cids.join(','), lang }, signal)
    if (result.kind !== 'ok') return null
    return result.data.channels.item.map(({ cid, programs }) => ({ cid, programmes: programs.item }))
  }
}

const stores = new Map<Language, GuideStore>()

export function guideStore(language: Language): GuideStore {
  const there = stores.get(language)
  if (there !== undefined) return there
  const made = new GuideStore({
    ask: askIn(language),
    nowMs,
    later: (run, delayMs) => setTimeout(run, delayMs),
  })
  stores.set(language, made)
  return made
}
