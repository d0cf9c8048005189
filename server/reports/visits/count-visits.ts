/** Counts visits of the site by campaign, in memory, and adds them to the day's sums every half a minute. */
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { Clock } from '#server/platform/primitives/clock.ts'
import { type Day, dayOf } from '#server/reports/days/days.ts'

/** The campaign of a page's address; '' without one. */
export interface Campaign {
  readonly source: string
  readonly medium: string
  readonly campaign: string
}

/** Campaigns of a day that are told apart: an address can name any number of them. */
export const maxCampaigns = 200
/** What stands for all others. */
export const otherCampaigns: Campaign = { source: '(other)', medium: '', campaign: '' }
/** Of them, places for the campaigns of the days before: made-up ones must not take them. */
const maxRecent = 100
const recentDays = 7
const maxLength = 100
/** Somebody's phone, or another number of a person. */
const likePhone = /\d{7}|\d{2}[\s()-]+\d{3}[\s()-]+\d{2}[\s()-]+\d{2}/

/**
 * The campaign in the query of an address: small letters, 100 characters at most of each name. A name with seven digits
 * in a row, or with a phone, is none.
 */
export function campaignIn(url: string): Campaign {
  const at = url.indexOf('?')
  const params = new URLSearchParams(at < 0 ? '' : url.slice(at + 1, at + 2001))
  const valueOf = (name: string) => {
    const value = (params.get(name) ?? '').replaceAll('\u0000', '').trim().toLowerCase()
    return likePhone.test(value) ? '' : value.slice(0, maxLength).toWellFormed()
  }
  return { source: valueOf('utm_source'), medium: valueOf('utm_medium'), campaign: valueOf('utm_campaign') }
}

interface Deps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly flushAfterMs?: number
}

export interface VisitCounter {
  /** Counts a visit to this address. */
  count(url: string): void
  /** Adds what was counted to the sums. */
  flush(): Promise<void>
  close(): Promise<void>
}

/** What is counted is lost when the process dies within `flushAfterMs`. */
export function createVisitCounter({ db, clock, log, flushAfterMs = 30_000 }: Deps): VisitCounter {
  let counted = new Map<string, Campaign & { readonly day: Day; visits: number }>()
  let timer: NodeJS.Timeout | undefined
  const recent = createRecent(db, log)
  const flush = async () => {
    clearTimeout(timer)
    timer = undefined
    const rows = [...counted.values()]
    counted = new Map()
    await recent.read()
    if (rows.length === 0) return
    try {
      await addVisits(db, rows)
    } catch (error) {
      log.warn('reports.visits_not_stored', { error })
    }
  }
  return {
    count: (url) => {
      const day = dayOf(clock.nowMs())
      const of = campaignIn(url)
      const key = `${day} ${keyOf(of)}`
      const isRecent = recent.has(of, day)
      const isListed = isRecent || counted.has(key) || counted.size < maxCampaigns
      const [name, campaign] = isListed ? [key, of] : [`${day} other`, otherCampaigns]
      const row = counted.get(name) ?? { ...campaign, day, visits: 0 }
      row.visits += 1
      counted.set(name, row)
      timer ??= setTimeout(() => void flush(), flushAfterMs).unref()
    },
    flush,
    close: flush,
  }
}

function keyOf({ source, medium, campaign }: Campaign): string {
  return JSON.stringify([source, medium, campaign])
}

/** The campaigns of the days before: read once a day, and again where the database did not answer. */
function createRecent(db: Db, log: Log) {
  let [keys, readFor]: [ReadonlySet<string>, Day | undefined] = [new Set(), undefined]
  let reading: Promise<void> | undefined
  let today: Day | undefined
  const read = async (day: Day) => {
    try {
      const { rows } = await sql<Campaign>`
        select source, medium, campaign from (${recentOf(sql`${day}::date`)}) as recent`.execute(db)
      ;[keys, readFor] = [new Set(rows.map(keyOf)), day]
    } catch (error) {
      log.warn('reports.campaigns_not_read', { error })
    }
  }
  return {
    /** The first visit of a day has them read. */
    has: (campaign: Campaign, day: Day): boolean => {
      if (today !== day) {
        today = day
        void (reading = read(day))
      }
      return keys.has(keyOf(campaign))
    },
    /** Waits until they are read. */
    read: async (): Promise<void> => {
      await reading
      if (today !== undefined && readFor !== today) await read(today)
    },
  }
}

/** The campaigns that the most days before this one had. */
function recentOf(day: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select source, medium, campaign from report_visit_day
    where day >= ${day} - ${recentDays}::integer and day < ${day} and source <> ${otherCampaigns.source}
    group by source, medium, campaign
    order by count(*) desc, sum(visits) desc, source, medium, campaign limit ${maxRecent}`
}

/** Adds to the sums of days; campaigns beyond the most of a day are added to the others. */
async function addVisits(
  db: Db,
  rows: readonly (Campaign & { readonly day: Day; readonly visits: number })[],
): Promise<void> {
  const { source: other } = otherCampaigns
  await sql`
    with new as (
      select * from unnest(${rows.map(({ day }) => day)}::date[], ${rows.map(({ source }) => source)}::text[],
        ${rows.map(({ medium }) => medium)}::text[], ${rows.map(({ campaign }) => campaign)}::text[],
        ${rows.map(({ visits }) => visits)}::integer[]) as new (day, source, medium, campaign, visits)
    ), recent as (
      select one.day, recent.* from (select distinct day from new) as one, lateral (${recentOf(sql`one.day`)}) as recent
    ), placed as (
      select new.*, exists (select from report_visit_day as had where (had.day, had.source, had.medium, had.campaign)
          = (new.day, new.source, new.medium, new.campaign)) as is_there,
        -- Among those of this day that are new; the others have their places.
        (select count(*) from report_visit_day as had where had.day = new.day and not exists (select from recent
            where (recent.day, recent.source, recent.medium, recent.campaign)
              = (had.day, had.source, had.medium, had.campaign)))
          + (select count(*) from recent where recent.day = new.day)
          + row_number() over (partition by day, is_recent order by visits desc) as place
      from (select new.*, exists (select from recent where (recent.day, recent.source, recent.medium, recent.campaign)
          = (new.day, new.source, new.medium, new.campaign)) as is_recent from new) as new
    )
    insert into report_visit_day (day, source, medium, campaign, visits)
    select day, case when fits then source else ${other} end, case when fits then medium else '' end,
      case when fits then campaign else '' end, sum(visits)
    from (select *, is_there or is_recent or place <= ${maxCampaigns} as fits from placed) as placed
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (day, source, medium, campaign) do update set visits = report_visit_day.visits + excluded.visits`.execute(
    db,
  )
}
