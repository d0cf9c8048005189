/** Notices of works and outages in the console. */
import { consoleNotices } from '#contract/console/notices.ts'
import { type ParsedOf, type ResponseOf, reject, respond } from '#contract/form/endpoint.ts'
import { bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { undoSetOf } from '#server/console/changes/undo-set.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  deleteNotice,
  endNotice,
  listNotices,
  type NoticeFields,
  saveNotice,
  type ServiceNotice,
} from '#server/site/site.ts'

export function noticeEndpoints(deps: ContentDeps): readonly BoundEndpoint[] {
  const { db, clock } = deps
  return bindConsole('consoleNotices', consoleNotices, {
    list: async () => respond({ notices: (await listNotices(db, clock.nowMs())).map(presentNotice) }),
    save: async (input, call) => {
      const { id, version } = input
      const outcome = await saveNotice(db, { id, version, fields: fieldsOf(input) }, authorOf(call, deps))
      if (outcome.kind === 'changed_since')
        return reject('changed_since', { values: { who: outcome.who || '—' } })
      if (outcome.kind === 'period') return reject('works_period')
      if (outcome.kind !== 'changed') return reject('notice_not_found')
      await recordSet(deps, 'notice_saved', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id: outcome.id })
    },
    end: async ({ id }, call) => {
      const outcome = await endNotice(db, id, authorOf(call, deps))
      if (outcome.kind === 'period') return reject('notice_not_begun')
      if (outcome.kind !== 'changed') return reject('notice_not_found')
      await recordSet(deps, 'notice_ended', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id })
    },
    remove: async ({ id }, call) => {
      const outcome = await deleteNotice(db, id, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('notice_not_found')
      await recordSet(deps, 'notice_removed', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, id })
    },
    undo: ({ change_id: changeId }, call) => undoSetOf('health', deps, changeId, call),
  })
}

function presentNotice(notice: ServiceNotice): ResponseOf<typeof consoleNotices.list>['notices'][number] {
  const { id, version, state, kind, title, text, beginsMs, endsMs } = notice
  return {
    ...{ id, version, state, kind },
    ...{ title_ru: title.ru, title_uz: title.uz, text_ru: text.ru, text_uz: text.uz },
    begins_at: Math.floor(beginsMs / 1000),
    ends_at: endsMs === null ? null : Math.floor(endsMs / 1000),
  }
}

function fieldsOf(input: ParsedOf<typeof consoleNotices.save>): NoticeFields {
  return {
    kind: input.kind,
    title: { ru: input.title_ru, uz: input.title_uz },
    text: { ru: input.text_ru, uz: input.text_uz },
    beginsMs: input.begins_at * 1000,
    endsMs: input.ends_at === null ? null : input.ends_at * 1000,
  }
}
