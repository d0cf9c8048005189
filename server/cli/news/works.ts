import {
  type CliCommand,
  type CommandInput,
  done,
  moment,
  momentIn,
  type Outcome,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { recordChangeSet } from '#server/editing/editing.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import {
  deleteNotice,
  endNotice,
  listNotices,
  type NoticeFields,
  saveNotice,
  type ServiceNotice,
} from '#server/site/site.ts'

const texts = {
  ru: { type: 'string' },
  uz: { type: 'string' },
  'text-ru': { type: 'string' },
  'text-uz': { type: 'string' },
  from: { type: 'string' },
  until: { type: 'string' },
} as const
const maxTitle = 160
const maxText = 2000

export const worksList = listCommand(
  'works list',
  'planned works and outages, those to come first',
  async ({ work }) => {
    const notices = await listNotices(work.db, systemClock.nowMs())
    return notices.length === 0 ? ['Nothing is planned, and no outage was reported.'] : notices.map(lineOf)
  },
)

export const worksAdd: CliCommand = {
  name: 'works add',
  usage: '--ru <title> --uz <title> [--outage] [--from <moment>] [--until <moment>]',
  summary: 'tell viewers of planned works, or of an outage',
  help: `Viewers read it at /status. Works need --until; an outage without it lasts until "works end". Without --from it begins now.
Moments are Tashkent's, like 2026-11-28T02:00. --text-ru and --text-uz say more.

Example
  npm run ekran -- works add --ru "Замена оборудования" --uz "Uskunalarni almashtirish" --from 2026-11-28T02:00 --until 2026-11-28T04:00`,
  options: { ...texts, outage: { type: 'boolean' } },
  min: 0,
  max: 0,
  run: async (input, tools) => {
    const fields = fieldsOf(input, {
      kind: input.flag('outage') ? 'outage' : 'works',
      title: { ru: '', uz: '' },
      text: { ru: '', uz: '' },
      beginsMs: systemClock.nowMs(),
      endsMs: null,
    })
    if (typeof fields === 'string') return refused(fields)
    return withServices(tools, (services) => save(services, { id: null, version: 0, fields }))
  },
}

export const worksChange: CliCommand = {
  name: 'works change',
  usage: '<number> [--ru <title>] [--uz <title>] [--from <moment>] [--until <moment>|none]',
  summary: 'change planned works or an outage',
  help: `What is not named stays as it is. "--until none" opens the end of an outage again. --text-ru and --text-uz say more.

Example
  npm run ekran -- works change 1000007 --until 2026-11-28T05:00`,
  options: texts,
  min: 1,
  max: 1,
  run: async (input, tools) =>
    withServices(tools, async (services) => {
      const notice = await noticeNamed(services, input.words[0])
      if (notice === undefined) return unknown(input.words[0])
      const fields = fieldsOf(input, notice)
      if (typeof fields === 'string') return refused(fields)
      return save(services, { id: notice.id, version: notice.version, fields })
    }),
}

export const worksEnd: CliCommand = {
  name: 'works end',
  usage: '<number>',
  summary: 'say that works or an outage are over',
  help: `Example
  npm run ekran -- works end 1000007`,
  min: 1,
  max: 1,
  run: async ({ words: [word] }, tools) =>
    withServices(tools, async (services) => {
      const notice = await noticeNamed(services, word)
      if (notice === undefined) return unknown(word)
      const ended = await endNotice(services.work.db, notice.id, atTheTerminal())
      if (ended.kind === 'period')
        return refused('it has not begun yet: "works remove" deletes it, "works change" moves it')
      if (ended.kind !== 'changed') return unknown(word)
      await recorded(services, 'notice_ended', ended.changeId)
      return done(`${shown(notice.title.ru)} is over.`, ...undoLines(ended))
    }),
}

export const worksRemove: CliCommand = {
  name: 'works remove',
  usage: '<number>',
  summary: 'delete planned works or an outage',
  help: `Example
  npm run ekran -- works remove 1000007`,
  min: 1,
  max: 1,
  run: async ({ words: [word] }, tools) =>
    withServices(tools, async (services) => {
      const notice = await noticeNamed(services, word)
      if (notice === undefined) return unknown(word)
      const removed = await deleteNotice(services.work.db, notice.id, atTheTerminal())
      if (removed.kind !== 'changed') return unknown(word)
      await recorded(services, 'notice_removed', removed.changeId)
      return done(`${shown(notice.title.ru)} was deleted.`, ...undoLines(removed))
    }),
}

async function save(
  services: Services,
  notice: { readonly id: number | null; readonly version: number; readonly fields: NoticeFields },
): Promise<Outcome> {
  const saved = await saveNotice(services.work.db, notice, atTheTerminal())
  if (saved.kind === 'period')
    return refused('planned works need --until, and it must be after their beginning')
  if (saved.kind !== 'changed') return refused('somebody else has just changed it: try again')
  await recorded(services, 'notice_saved', saved.changeId)
  const said = saved.changeId === 0 ? 'was so already' : 'was saved, and viewers read it at /status'
  return done(`Number ${saved.id} ${said}.`, ...undoLines(saved))
}

/** What was named, over what is there; or what is wrong with it. */
function fieldsOf({ text }: CommandInput, before: NoticeFields): NoticeFields | string {
  const title = { ru: text('ru') ?? before.title.ru, uz: text('uz') ?? before.title.uz }
  const more = { ru: text('text-ru') ?? before.text.ru, uz: text('text-uz') ?? before.text.uz }
  if (title.ru.trim() === '' || title.uz.trim() === '')
    return 'both --ru and --uz say in a few words what it is'
  if ([title.ru, title.uz].some(({ length }) => length > maxTitle))
    return `a title has ${maxTitle} characters at most`
  if ([more.ru, more.uz].some(({ length }) => length > maxText))
    return `a text has ${maxText} characters at most`
  const [from, until] = [text('from'), text('until')]
  const beginsMs = from === undefined ? before.beginsMs : momentIn(from)
  if (beginsMs === undefined) return `${shown(from ?? '')} is no moment like 2026-11-28T02:00`
  const endsMs = until === undefined ? before.endsMs : until === 'none' ? null : momentIn(until)
  if (endsMs === undefined) return `${shown(until ?? '')} is no moment like 2026-11-28T04:00`
  return { kind: before.kind, title, text: more, beginsMs, endsMs }
}

async function noticeNamed({ work }: Services, word = ''): Promise<ServiceNotice | undefined> {
  const notices = await listNotices(work.db, systemClock.nowMs())
  return notices.find(({ id }) => String(id) === word)
}

function unknown(word = ''): Outcome {
  return refused(`there are no works with the number ${shown(word)}; "works list" shows them`)
}

async function recorded({ work, audit }: Services, event: string, changeId: number): Promise<void> {
  await recordChangeSet({ db: work.db, audit }, event, { actor: 'operator', by: undefined }, changeId)
}

function lineOf({ id, kind, state, title, beginsMs, endsMs }: ServiceNotice): string {
  const period = `${moment(beginsMs)} – ${endsMs === null ? 'no end yet' : moment(endsMs)}`
  return `  ${id}  ${state.padEnd(7)}  ${kind.padEnd(6)}  ${period}  ${shown(title.ru)}`
}
