/** The sources of a channel: added, put into another order, removed. */
import type { consoleChannels } from '#contract/console/channels.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleCall, ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { readSourceAddress } from '#server/imports/imports.ts'
import { addSource, moveSource, removeSource } from '#server/television/television.ts'

type Handlers = ConsoleHandlers<typeof consoleChannels, 'addSource' | 'moveSource' | 'removeSource'>
type SourceOutcome = Awaited<ReturnType<typeof removeSource>>

export function sourceHandlers(deps: ContentDeps): Handlers {
  const { db } = deps
  return {
    addSource: async ({ cid, url, user_agent: userAgent, referer, is_first: isFirst }, call) => {
      const read = readSourceAddress(url)
      if (read.kind === 'refused') return reject('source_address')
      const source = {
        ...{ url: read.url, protocol: read.protocol },
        ...(userAgent === undefined ? {} : { userAgent }),
        ...(referer === undefined ? {} : { referer }),
      }
      const who = authorOf(call, deps)
      const outcome = await addSource(db, { cid }, source, who, isFirst ? 0 : undefined)
      if (outcome.kind === 'twice') return reject('source_twice')
      if (outcome.kind === 'too_many') return reject('sources_full', { values: { limit: outcome.max } })
      return settle(deps, call, outcome)
    },
    moveSource: async ({ cid, version, index, to_index: toIndex }, call) => {
      const outcome = await moveSource(db, { cid, version }, index, toIndex, authorOf(call, deps))
      if (outcome.kind === 'no_such_place') return reject('source_not_found')
      if (outcome.kind === 'changed_since') return changedSince(outcome)
      return settle(deps, call, outcome)
    },
    removeSource: async ({ cid, version, index }, call) => {
      const outcome = await removeSource(db, { cid, version }, index, authorOf(call, deps))
      if (outcome.kind === 'no_such_place') return reject('source_not_found')
      if (outcome.kind === 'last') return reject('source_last')
      if (outcome.kind === 'changed_since') return changedSince(outcome)
      return settle(deps, call, outcome)
    },
  }
}

function changedSince({ who }: { readonly who: string }) {
  return reject('changed_since', { values: { who: who || '—' } })
}

async function settle(deps: ContentDeps, call: ConsoleCall, outcome: SourceOutcome) {
  if (outcome.kind === 'not_received') return reject('source_of_linear')
  if (outcome.kind !== 'edited') return reject('channel_not_found')
  await recordSet(deps, 'channel_sources_changed', call, outcome.changeId)
  return respond({ change_id: outcome.changeId, changed: outcome.changeId === 0 ? 0 : 1 })
}
