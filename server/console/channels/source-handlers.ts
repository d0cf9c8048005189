/** Channels that are added with their first source; the sources of a channel: added, ordered, removed. */
import type { consoleChannels } from '#contract/console/channels.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import type { ConsoleCall, ConsoleHandlers } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { addChannel } from '#server/editing/editing.ts'
import { readSourceAddress } from '#server/imports/imports.ts'
import { type SourceAddress, addSource, moveSource, removeSource } from '#server/television/television.ts'

type Handlers = ConsoleHandlers<typeof consoleChannels, 'add' | 'addSource' | 'moveSource' | 'removeSource'>
type SourceOutcome = Awaited<ReturnType<typeof removeSource>>

export function sourceHandlers(deps: ContentDeps): Handlers {
  const { db } = deps
  return {
    add: async (input, call) => {
      const source = sourceOf(input)
      if (source === undefined) return reject('source_address')
      const channel = {
        ...{ number: input.number, nameRu: input.name_ru, nameUz: input.name_uz },
        ...{ categoryId: input.category_id, isRadio: input.is_radio, isEnabled: input.is_enabled, source },
      }
      const outcome = await addChannel(db, channel, authorOf(call, deps))
      if (outcome.kind === 'unknown_category') return reject('category_not_found')
      if (outcome.kind === 'number_taken') {
        const { number, name, free } = outcome
        return reject('channel_number_taken', { values: { number, name, free } })
      }
      await recordSet(deps, 'channel_added', call, outcome.changeId)
      return respond({ cid: outcome.cid, number: outcome.number, change_id: outcome.changeId })
    },
    addSource: async ({ cid, is_first: isFirst, ...input }, call) => {
      const source = sourceOf(input)
      if (source === undefined) return reject('source_address')
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

interface SourceInput {
  readonly url: string
  readonly user_agent?: string | undefined
  readonly referer?: string | undefined
}

/** An address with its headers; undefined when it is of no kind that can be read. */
function sourceOf({ url, user_agent: userAgent, referer }: SourceInput): SourceAddress | undefined {
  const read = readSourceAddress(url)
  if (read.kind === 'refused') return undefined
  return {
    ...{ url: read.url, protocol: read.protocol },
    ...(userAgent === undefined ? {} : { userAgent }),
    ...(referer === undefined ? {} : { referer }),
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
