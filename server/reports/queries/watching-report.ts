import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { type Day, daysFrom } from '#server/reports/days/days.ts'
import {
  type Amount,
  type Period,
  type Report,
  type ReportRequest,
  type RowName,
  type Table,
  figuresOf,
  hours,
  linesOf,
  maxRows,
  percent,
  tableOf,
  wholeMonths,
} from './report.ts'

/** Time is in seconds, viewers are sums over days. */
interface Watching {
  readonly live: number
  readonly archive: number
  readonly film: number
  readonly all: number
  readonly viewers: number
  readonly downloads: number
}
type OfDay = Watching & { readonly day: Day }

type What = 'channels' | 'titles'

const watched = sql`
  coalesce(sum(seconds) filter (where kind = 'live'), 0)::bigint as live,
  coalesce(sum(seconds) filter (where kind = 'archive'), 0)::bigint as archive,
  coalesce(sum(seconds) filter (where kind = 'film'), 0)::bigint as film,
  coalesce(sum(seconds) filter (where kind in ('live', 'archive', 'film')), 0)::bigint as all,
  coalesce(sum(viewers) filter (where kind = 'download'), 0)::integer as downloads`

/** Minutes and viewers of every channel, live and from the archive. */
export async function channelsReport(request: ReportRequest): Promise<Report> {
  const { db, period, before } = request
  const [now, then, months, channels, devices] = await Promise.all([
    ofDays(db, period, 'channels'),
    ofDays(db, before, 'channels'),
    viewersOfMonths(request, 'channel'),
    ofItems(db, period, 'channels'),
    ofDevices(db, period, sql`kind <> 'film'`),
  ])
  const all = summed(now)
  return {
    figures: figuresOf(
      { ...all, days: length(period), month: months.now },
      { ...summed(then), days: length(before), month: months.before },
      {
        hours: (one) => hours(one.all),
        live_hours: (one) => hours(one.live),
        archive_hours: (one) => hours(one.archive),
        viewers_day: (one) => Math.round(one.viewers / one.days),
        viewers_month: (one) => one.month,
        hours_per_viewer: (one) => (one.viewers === 0 ? null : hours(one.all / one.viewers)),
      },
    ),
    ...linesOf(period, now, {
      live_hours: (day) => hours(day.live),
      archive_hours: (day) => hours(day.archive),
      viewers_day: (day) => day.viewers,
    }),
    tables: [
      tableOf('channels', channels, {
        hours: (row) => hours(row.all),
        share: (row) => percent(row.all, all.all),
        live_hours: (row) => hours(row.live),
        archive_hours: (row) => hours(row.archive),
        viewers_day: (row) => Math.round(row.viewers / length(period)),
        ...(wholeMonths(period).length === 1 ? { viewers_month: (row: Item) => row.month } : {}),
      }),
      devices,
    ],
  }
}

/** Minutes, viewers and downloads of every film and series. */
export async function titlesReport(request: ReportRequest): Promise<Report> {
  const { db, period, before } = request
  const [now, then, months, titles, devices] = await Promise.all([
    ofDays(db, period, 'titles'),
    ofDays(db, before, 'titles'),
    viewersOfMonths(request, 'film'),
    ofItems(db, period, 'titles'),
    ofDevices(db, period, sql`kind = 'film'`),
  ])
  const all = summed(now)
  return {
    figures: figuresOf(
      { ...all, days: length(period), month: months.now },
      { ...summed(then), days: length(before), month: months.before },
      {
        film_hours: (one) => hours(one.film),
        viewers_day: (one) => Math.round(one.viewers / one.days),
        viewers_month: (one) => one.month,
        hours_per_viewer: (one) => (one.viewers === 0 ? null : hours(one.film / one.viewers)),
        downloads: (one) => one.downloads,
      },
    ),
    ...linesOf(period, now, {
      film_hours: (day) => hours(day.film),
      viewers_day: (day) => day.viewers,
      downloads: (day) => day.downloads,
    }),
    tables: [
      tableOf('titles', titles, {
        film_hours: (row) => hours(row.film),
        share: (row) => percent(row.film, all.film),
        viewers_day: (row) => Math.round(row.viewers / length(period)),
        ...(wholeMonths(period).length === 1 ? { viewers_month: (row: Item) => row.month } : {}),
        downloads: (row) => row.downloads,
      }),
      devices,
    ],
  }
}

function length({ from, to }: Period): number {
  return daysFrom(from, to) + 1
}

function summed(days: readonly Watching[]): Watching {
  const sum = (key: keyof Watching) => days.reduce((total, one) => total + one[key], 0)
  return {
    ...{ live: sum('live'), archive: sum('archive'), film: sum('film'), all: sum('all') },
    ...{ viewers: sum('viewers'), downloads: sum('downloads') },
  }
}

const kindsOf = {
  channels: sql`kind in ('live', 'archive', 'channel')`,
  titles: sql`kind in ('film', 'download')`,
} as const
/** The kind whose viewers are those of everything of the report. */
const wholeOf = { channels: 'channel', titles: 'film' } as const

async function ofDays(db: Db, { from, to }: Period, what: What): Promise<readonly OfDay[]> {
  const { rows } = await sql<OfDay>`
    select to_char(report_day.day, 'YYYY-MM-DD') as day, ${watched},
      coalesce(sum(viewers) filter (where kind = ${wholeOf[what]}), 0)::integer as viewers
    from report_day
    left join report_watch_day on report_watch_day.day = report_day.day and item = 0 and ${kindsOf[what]}
    where report_day.day between ${from} and ${to} group by 1 order by 1`.execute(db)
  return rows
}

interface Item extends Watching {
  readonly key: string
  readonly name: RowName
  readonly month: Amount
}

const names = {
  channels: sql`select name_ru as ru, name_uz as uz, '' as en
    from channel where channel.id = watched.item`,
  titles: sql`select name_ru as ru, name_uz as uz, name_original as en from title where title.id = watched.item`,
} as const

async function ofItems(db: Db, period: Period, what: What): Promise<readonly Item[]> {
  const { from, to } = period
  const [month] = wholeMonths(period)
  const { rows } = await sql<Omit<Item, 'name'> & RowName>`
    with watched as (
      select item, ${watched}, coalesce(sum(viewers) filter (where kind = ${wholeOf[what]}), 0)::integer as viewers
      from report_watch_day
      where day between ${from} and ${to} and item <> 0 and ${kindsOf[what]}
      group by item order by coalesce(sum(seconds), 0) desc, item limit ${maxRows}
    )
    select watched.*, watched.item::text as key, coalesce(ru, '') as ru, coalesce(uz, '') as uz, coalesce(en, '') as en,
      report_watch_month.viewers as month
    from watched left join lateral (${names[what]}) as named on true
    left join report_watch_month on report_watch_month.item = watched.item
      and report_watch_month.month = ${month ?? null}::date and report_watch_month.kind = ${wholeOf[what]}
    order by watched.all desc, watched.item`.execute(db)
  return rows.map(({ ru, uz, en, ...row }) => ({ ...row, name: nameOf(row.key, { ru, uz, en }) }))
}

/** What is deleted has only its number. */
function nameOf(key: string, { ru, uz, en }: RowName): RowName {
  const any = [ru, uz, en].find((one) => one !== '') ?? `№ ${key}`
  return { ru: ru || any, uz: uz || any, en: en || ru || any }
}

/** Of a month every viewer once; null for another period, or when it was not counted. */
async function viewersOfMonths({ db, period, before }: ReportRequest, kind: 'channel' | 'film') {
  const monthOfPeriod = (of: Period) => (wholeMonths(of).length === 1 ? of.from : null)
  const { rows } = await sql<{ now: Amount; before: Amount }>`
    select sum(viewers) filter (where month = ${monthOfPeriod(period)}::date)::integer as now,
      sum(viewers) filter (where month = ${monthOfPeriod(before)}::date)::integer as before
    from report_watch_month where kind = ${kind} and item = 0`.execute(db)
  return rows[0] ?? { now: null, before: null }
}

async function ofDevices(db: Db, period: Period, kinds: ReturnType<typeof sql>): Promise<Table> {
  const { rows } = await sql<{ key: string; seconds: number; viewers: number }>`
    select device as key, sum(seconds)::bigint as seconds, sum(viewers)::integer as viewers
    from report_device_day where day between ${period.from} and ${period.to} and ${kinds}
    group by device order by sum(seconds) desc`.execute(db)
  const all = rows.reduce((sum, { seconds }) => sum + seconds, 0)
  return tableOf(
    'devices',
    rows.map((row) => ({ ...row, name: { ru: row.key, uz: row.key, en: row.key } })),
    { hours: (row) => hours(row.seconds), share: (row) => percent(row.seconds, all) },
  )
}
