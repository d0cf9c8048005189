/** Many logos at once: uploads, which file belongs to which channel, and applying them. */
import { consoleLogos as endpoints, maxLogosBytes } from '#contract/console/logos.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import { authorOf, recordSet } from '#server/console/changes/record-set.ts'
import {
  type LogoDraft,
  type ShownLogoFile,
  type ShownLogoMatch,
  appendToLogos,
  applyLogos,
  assignLogo,
  endLogos,
  listLogos,
  loadLogos,
  readLogos,
  startLogos,
} from '#server/imports/imports.ts'
import { pictureAddress } from '#server/pictures/pictures.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import type { ChannelDeps } from './logo-handlers.ts'
import { logoWidth, presentListLogo } from './present-channels.ts'
import { missingListLogos } from '#server/television/television.ts'

export function logoDraftEndpoints(deps: ChannelDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleLogos', endpoints, {
    ...lookHandlers(deps),
    ...uploadHandlers(deps),
    ...decisionHandlers(deps),
  })
}

type Handlers<Name extends keyof typeof endpoints> = ConsoleHandlers<typeof endpoints, Name>

const maxWithout = 500
const maxMissing = 200

function lookHandlers({ db }: ChannelDeps): Handlers<'list' | 'one' | 'missing'> {
  return {
    missing: async () => {
      const channels = await missingListLogos(db)
      return respond({
        count: channels.length,
        channels: channels.slice(0, maxMissing).flatMap(({ cid, number, name, ...logo }) => {
          const shown = presentListLogo(logo)
          return shown === null ? [] : [{ cid, number, name, ...shown }]
        }),
      })
    },
    list: async () => respond({ drafts: (await listLogos(db)).map(presentDraft) }),
    one: async ({ draft_id: draftId }) => {
      const loaded = await loadLogos(db, draftId)
      if (loaded === undefined) return reject('logos_not_found')
      const { draft, files, without } = loaded
      return respond({
        draft: presentDraft(draft),
        files: files.map(presentFile),
        refused: [...draft.refused],
        without: without.slice(0, maxWithout),
        without_count: without.length,
      })
    },
  }
}

function uploadHandlers(deps: ChannelDeps): Handlers<'start' | 'append' | 'read'> {
  const { db } = deps
  return {
    start: async ({ name, size_bytes: sizeBytes }, call) => {
      if (sizeBytes > maxLogosBytes)
        return reject('logos_too_large', { values: { limit: Math.floor(maxLogosBytes / 1024 / 1024) } })
      return respond({ draft_id: await startLogos(db, { name, sizeBytes, ...authorOf(call, deps) }) })
    },
    append: async ({ draft_id: draftId, begins_at: beginsAt, bytes }) => {
      const received = await appendToLogos(db, draftId, beginsAt, Buffer.from(bytes, 'base64'))
      return received === undefined ? reject('logos_not_found') : respond({ received_bytes: received })
    },
    read: async ({ draft_id: draftId }) => {
      const outcome = await readLogos(deps, draftId)
      switch (outcome.kind) {
        case 'not_found':
          return reject('logos_not_found')
        case 'incomplete':
          return reject('logos_incomplete')
        case 'no_room': {
          const values = { needed: gigabytes(outcome.neededBytes), free: gigabytes(outcome.freeBytes) }
          return reject('upload_no_room', { values })
        }
        case 'open':
          return respond({ is_done: true, read: 0, of: 0 })
        case 'reading':
          return respond({ is_done: false, read: outcome.done, of: outcome.total })
      }
    },
  }
}

function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(2)
}

function decisionHandlers(deps: ChannelDeps): Handlers<'assign' | 'apply' | 'discard'> {
  const { db, clock } = deps
  return {
    assign: async ({ draft_id: draftId, file_no: fileNo, cid }) => {
      const outcome = await assignLogo(db, draftId, fileNo, cid)
      if (outcome.kind === 'not_found') return reject('logos_not_found')
      return outcome.kind === 'unknown_channel' ? reject('channel_not_found') : respond({ draft_id: draftId })
    },
    apply: async ({ draft_id: draftId, chosen }, call) => {
      const pairs = chosen.map(({ file_no: fileNo, cid }) => ({ fileNo, cid }))
      const outcome = await applyLogos(db, draftId, pairs, authorOf(call, deps))
      switch (outcome.kind) {
        case 'not_found':
        case 'nothing_taken':
          return reject('logos_not_found')
        case 'twice':
          return reject('logos_twice')
        case 'outdated':
          return reject('logos_outdated')
        case 'applied': {
          const { changeId, changed, left } = outcome
          await recordSet(deps, 'channels_edited', call, changeId)
          return respond({ change_id: changeId, changed, left })
        }
      }
    },
    discard: async ({ draft_id: draftId }) =>
      (await endLogos(db, draftId, 'discarded', clock.nowMs()))
        ? respond({ draft_id: draftId })
        : reject('logos_not_found'),
  }
}

function presentDraft(draft: LogoDraft) {
  return {
    ...{ draft_id: draft.id, name: draft.name, refusal: draft.refusal, staff_name: draft.staff_name },
    state: draft.state === 'open' ? ('open' as const) : ('applied' as const),
    made_at: Math.floor(draft.made_at.getTime() / 1000),
    refused_count: draft.refused_count,
    change_id: draft.change_id,
  }
}

function presentFile({ matches, version, file_no: fileNo, ...file }: ShownLogoFile) {
  return {
    ...file,
    file_no: fileNo,
    image: pictureAddress('logo', 1, version, logoWidth),
    matches: matches.map((match) => presentMatch(match, version)),
  }
}

const doubts = ['country', 'feed', 'id', 'name', 'taken', 'several', 'number'] as const

function presentMatch(match: ShownLogoMatch, version: string) {
  const { cid, number, name, matched_by: by, score, logo } = match
  return {
    ...{ cid, number, name, by, score },
    doubt: doubts.find((one) => one === match.doubt) ?? ('' as const),
    marks: [
      ...match.marks,
      ...(logo === version ? (['same'] as const) : match.isLocked ? (['locked'] as const) : []),
    ],
    logo: logo === null ? '' : pictureAddress('logo', cid, logo, logoWidth),
  }
}
