import { createHash } from 'node:crypto'
import { openInBaseTariffs } from '#server/billing/billing.ts'
import type { Db } from '#server/platform/database/database.ts'
import {
  type ChannelRecord,
  type ProgrammeRecord,
  clearGuide,
  loadChannels,
  loadDelivered,
  publishChannels,
  publishGuide,
} from '#server/television/television.ts'
import { saveSchedule, listSchedules, type SavedSchedule } from './linear-store.ts'
import { planSchedule, type SchedulePlan } from './plan-schedule.ts'
import { resolveTitles, type ResolvedTitles, type Playables } from './resolve-titles.ts'
import { readSchedule, type LineProblem, type Schedule } from './schedule-file.ts'

export interface ScheduleText {
  /** The file's name in `<data>/linear`, which identifies its channel. */
  readonly file: string
  readonly text: string
  readonly stamp: string
}

export type AppliedSchedule =
  | {
      readonly kind: 'applied'
      readonly channel: Pick<ChannelRecord, 'cid' | 'number' | 'name'>
      readonly isNew: boolean
      /** Programmes added to the guide. */
      readonly programmes: number
      readonly madeUntilMs: number
      /** What could not be planned: titles that are not packaged, lines that are cut, hours without a programme. */
      readonly problems: readonly LineProblem[]
    }
  /** Nothing was changed: these lines must be corrected. */
  | { readonly kind: 'refused'; readonly problems: readonly LineProblem[] }

const minuteMs = 60_000
const dayMs = 86_400_000
const farMs = 400 * dayMs
/** How far back a series is looked up, to continue it. */
const backMs = 31 * dayMs
/** A shorter gap between two programmes is not reported. */
const emptyWorthAWordMs = 5 * minuteMs

/**
 * Creates the guide of a linear channel from its schedule: past and current programmes stay, an unchanged file is
 * only continued, and a changed one applies from now on. Packaged films are played by it; see `television`'s
 * `linear-rules.ts`.
 */
export async function applySchedule(
  db: Db,
  scheduleFile: ScheduleText,
  playables: Playables,
  nowMs: number,
): Promise<AppliedSchedule> {
  const saved = await listSchedules(db)
  const before = saved.find(({ file }) => file === scheduleFile.file)
  const refuse = async (problems: readonly LineProblem[]): Promise<AppliedSchedule> => {
    await saveSchedule(db, { ...refusedRow(scheduleFile, before), problems: problemLines(problems) }, nowMs)
    return { kind: 'refused', problems }
  }
  const checked = checkSchedule(scheduleFile.text, playables)
  if (checked.kind === 'wrong') return refuse(checked.problems)
  const { schedule, titles } = checked
  const channel = await channelFor(db, scheduleFile.file, schedule, saved, nowMs)
  if ('why' in channel) return refuse([{ line: 0, why: channel.why }])
  const contentHash = hashOf(scheduleFile.text, titles)
  const isChanged = before?.content_hash !== contentHash || before.channel_id !== channel.cid
  const made = await makeGuide(db, channel.cid, checked, isChanged ? undefined : before?.made_until, nowMs)
  const problems = [...titles.notReady, ...made.problems]
  const madeUntil = new Date(made.madeUntilMs)
  await saveSchedule(
    db,
    {
      file: scheduleFile.file,
      channel_id: channel.cid,
      file_stamp: scheduleFile.stamp,
      content_hash: contentHash,
      state: titles.notReady.length === 0 ? 'applied' : 'incomplete',
      problems: problemLines(problems),
      made_until: madeUntil,
    },
    nowMs,
  )
  return {
    kind: 'applied',
    channel,
    isNew: channel.isNew,
    programmes: made.count,
    madeUntilMs: made.madeUntilMs,
    problems,
  }
}

type CheckedSchedule =
  | { readonly kind: 'right'; readonly schedule: Schedule; readonly titles: ResolvedTitles }
  | { readonly kind: 'wrong'; readonly problems: readonly LineProblem[] }

/** Whether a schedule is valid and all its titles exist. */
export function checkSchedule(text: string, playables: Playables): CheckedSchedule {
  const read = readSchedule(text)
  if (read.kind === 'wrong') return read
  const titles = resolveTitles(read.schedule, playables)
  if (titles.wrong.length > 0) return { kind: 'wrong', problems: titles.wrong }
  return { kind: 'right', schedule: read.schedule, titles }
}

/** A problem as text for the operator. */
export function problemLines(problems: readonly LineProblem[]): string[] {
  return problems.map(({ line, why }) => (line === 0 ? why : `line ${line}: ${why}`))
}

/** The end of the planned time: the end of a day, so that no evening is split. */
export function targetUntilMs(
  { zone, daysAhead }: Pick<Schedule, 'zone' | 'daysAhead'>,
  nowMs: number,
): number {
  const today = Math.floor(zone.localOf(nowMs) / dayMs)
  return zone.utcOf((today + daysAhead + 1) * dayMs)
}

function refusedRow(
  scheduleFile: ScheduleText,
  before: SavedSchedule | undefined,
): Omit<SavedSchedule, 'changed_at' | 'problems'> {
  return {
    file: scheduleFile.file,
    channel_id: before?.channel_id ?? null,
    file_stamp: scheduleFile.stamp,
    content_hash: '',
    state: 'refused',
    made_until: before?.made_until ?? null,
  }
}

/** Includes titles that are not packaged yet: once one is ready, the coming days are planned again. */
function hashOf(text: string, { notReady }: ResolvedTitles): string {
  return createHash('sha256')
    .update(JSON.stringify([text, notReady]))
    .digest('hex')
}

type ScheduleChannel = Pick<ChannelRecord, 'cid' | 'number' | 'name'> & { readonly isNew: boolean }

async function channelFor(
  db: Db,
  file: string,
  schedule: Schedule,
  saved: readonly SavedSchedule[],
  nowMs: number,
): Promise<ScheduleChannel | { readonly why: string }> {
  const key = `linear:${file}`
  const channels = await loadChannels(db)
  if (schedule.channel !== undefined) {
    const match = channels.find(({ number }) => number === schedule.channel)
    if (match === undefined)
      return { why: `there is no channel ${schedule.channel}; write name: … to make one` }
    if (match.source.kind !== 'linear')
      return {
        why: `channel ${schedule.channel} is received from a source; a schedule is for channels of films`,
      }
    const other = saved.find((row) => row.channel_id === match.cid && row.file !== file)
    if (other !== undefined) return { why: `channel ${schedule.channel} is made by ${other.file} already` }
    return { ...match, isNew: false }
  }
  const { name, number, category } = schedule
  const own = channels.find((channel) => channel.key === key)
  if (name === undefined) {
    return own === undefined
      ? { why: 'it says neither channel: <number> of a channel there is, nor name: <name> of a new one' }
      : { ...own, isNew: false }
  }
  const [published] = await publishChannels(db, [channelOf({ key, name, category }, number, own)], nowMs)
  if (published === undefined) return { why: 'the channel could not be made' }
  if (published.outcome === 'added') await openInBaseTariffs(db, [published.cid])
  const match = (await loadChannels(db)).find(({ cid }) => cid === published.cid)
  return match === undefined
    ? { why: 'the channel could not be made' }
    : { ...match, isNew: published.outcome === 'added' }
}

const filmCategory = 2
const defaultArchiveDays = 7

function channelOf(
  { key, name, category }: { key: string; name: { ru: string; uz: string }; category: number | undefined },
  number: number | undefined,
  own: ChannelRecord | undefined,
) {
  const wished = number ?? own?.number
  return {
    key,
    name,
    ...(wished === undefined ? {} : { number: wished }),
    logo: own?.logo ?? null,
    categoryId: category ?? own?.categoryId ?? filmCategory,
    additionalCategories: own?.additionalCategories ?? [],
    isSocial: own?.isSocial ?? false,
    worldPlace: null,
    source: { kind: 'linear' as const },
    archiveDays: own?.archiveDays ?? defaultArchiveDays,
    guideShiftMin: 0,
  }
}

/** `madeUntil`: how far the same schedule was already planned; undefined for a changed one. */
async function makeGuide(
  db: Db,
  cid: number,
  { schedule, titles }: Extract<CheckedSchedule, { kind: 'right' }>,
  madeUntil: Date | null | undefined,
  nowMs: number,
): Promise<{
  readonly count: number
  readonly madeUntilMs: number
  readonly problems: readonly LineProblem[]
}> {
  const thisMinuteMs = Math.floor(nowMs / minuteMs) * minuteMs
  const existing = await loadDelivered(db, { fromMs: nowMs - backMs, toMs: nowMs + farMs }, [cid])
  const isNew = madeUntil === undefined || madeUntil === null
  const fromMs = isNew
    ? (endOfNow(existing, nowMs) ?? thisMinuteMs)
    : Math.max(madeUntil.getTime(), thisMinuteMs)
  const toMs = targetUntilMs(schedule, nowMs)
  if (fromMs >= toMs) return { count: 0, madeUntilMs: fromMs, problems: [] }
  const before = existing.filter(({ beginMs }) => beginMs < fromMs)
  const plan = planSchedule({ schedule, playables: (items) => titles.playables(items), before, fromMs, toMs })
  const programmes = plan.placed.map(({ beginMs, endMs, item }) => ({ ...item.programme, beginMs, endMs }))
  const madeUntilMs = Math.max(toMs, plan.placed.at(-1)?.endMs ?? toMs)
  await publishGuide(db, new Map([[cid, programmes]]))
  if (isNew) {
    // Programmes of the previous schedule in times that this one leaves empty.
    await clearGuide(db, cid, { fromMs, toMs: programmes[0]?.beginMs ?? nowMs + farMs })
    await clearGuide(db, cid, { fromMs: programmes.at(-1)?.endMs ?? fromMs, toMs: nowMs + farMs })
  }
  return { count: programmes.length, madeUntilMs, problems: [...plan.problems, ...emptyTime(plan)] }
}

/** The current programme is not cut off: it ends at its planned time. */
function endOfNow(existing: readonly ProgrammeRecord[], nowMs: number): number | undefined {
  return existing.find(({ beginMs, endMs }) => beginMs <= nowMs && endMs > nowMs)?.endMs
}

function emptyTime({ emptyMs }: SchedulePlan): LineProblem[] {
  if (emptyMs < emptyWorthAWordMs) return []
  const hours = emptyMs / (60 * minuteMs)
  const long = hours < 2 ? `${Math.round(emptyMs / minuteMs)} minutes` : `${Math.round(hours)} hours`
  return [
    { line: 0, why: `for ${long} of the days ahead it says nothing; a line like filler: film:12 fills them` },
  ]
}
