/** The rules of a segment as a condition on the table `account as a`. Values are parameters, never text. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { firstProfileNo } from '#contract/accounts/profiles.ts'
import type { SegmentCondition, SegmentRules } from '#contract/console/segment-rules.ts'
import { isInCities } from '#server/cities/cities.ts'
import { languageOf } from './subscriber-language.ts'

const dayMs = 86_400_000

type Bool = RawBuilder<SqlBool>

/** Those who may be in a segment at all: no test accounts, no closed ones. */
export const isSubscriber: Bool = sql`not a.is_test and a.state <> 'deactivated'`

/** True for accounts of the segment at that time. */
export function conditionOf({ match, groups }: SegmentRules, nowMs: number): Bool {
  const parts = groups.map((group) => {
    const inner = joined(
      group.match,
      group.conditions.map((condition) => oneOf(condition, nowMs)),
    )
    return group.is_not ? sql<SqlBool>`not ${inner}` : inner
  })
  return parts.length === 0 ? isSubscriber : sql`${isSubscriber} and ${joined(match, parts)}`
}

function joined(match: 'all' | 'any', parts: readonly Bool[]): Bool {
  return sql`(${sql.join([...parts], match === 'all' ? sql` and ` : sql` or `)})`
}

function oneOf(condition: SegmentCondition, nowMs: number): Bool {
  const daysAgo = (days: number) => new Date(nowMs - days * dayMs)
  switch (condition.field) {
    case 'tariff':
      return sql`exists (select from subscription as s where s.account_id = a.account_id and s.state <> 'off'
        and s.tariff_id = any(${condition.ids}::integer[]))`
    case 'standing':
      return sql`(${standing(nowMs)}) = any(${condition.kinds}::text[])`
    case 'ends':
      return sql`exists (select from subscription as s where s.account_id = a.account_id and s.state = 'active'
        and s.paid_until > ${new Date(nowMs)} and s.paid_until <= ${daysAgo(-condition.days)})`
    case 'balance': {
      const balance = sql`coalesce((select w.balance_tiyin from wallet as w where w.account_id = a.account_id), 0)`
      const tiyin = condition.sum * 100
      return condition.op === 'below' ? sql`${balance} < ${tiyin}` : sql`${balance} >= ${tiyin}`
    }
    case 'device':
      return sql`exists (select from device as d where d.account_id = a.account_id
        and d.kind = any(${condition.kinds}::text[]))`
    case 'seen': {
      const seen: Bool = sql`exists (select from device as d where d.account_id = a.account_id
        and d.last_seen_at >= ${daysAgo(condition.days)})`
      return condition.op === 'within' ? seen : sql`not ${seen}`
    }
    case 'joined':
      return condition.op === 'within'
        ? sql`a.created_at >= ${daysAgo(condition.days)}`
        : sql`a.created_at < ${daysAgo(condition.days)}`
    case 'language':
      return sql`coalesce(${languageOf(sql`a.account_id`, new Date(nowMs))}, 'unknown')
        = any(${condition.languages}::text[])`
    case 'watched':
      return sql`exists (select from watching as w where w.account_id = a.account_id
        and w.watched_at >= ${daysAgo(condition.days)} ${
          condition.ids.length === 0
            ? sql``
            : sql`and exists (select from title_genre as g where g.title_id = w.title_id
                and g.genre_id = any(${condition.ids}::integer[]))`
        })`
    case 'favourite':
      return sql`exists (select from favourite_channel as f where f.account_id = a.account_id
        and f.channel_id = any(${condition.ids}::integer[]))`
    case 'city':
      return isInCities(condition.ids)
    case 'brand':
      return sql`coalesce(a.service_id, 1) = any(${condition.ids}::integer[])`
    case 'child_profile':
      return sql`exists (select from profile as p where p.account_id = a.account_id and p.is_child)`
    case 'profiles':
      return hasProfiles(condition)
    case 'profile_age':
      return sql`exists (select from profile as p where p.account_id = a.account_id
        and p.age_limit = any(${condition.ages}::smallint[]))`
  }
}

function hasProfiles({ op, count: limit }: Extract<SegmentCondition, { field: 'profiles' }>): Bool {
  // The first one may have no row.
  const count = sql`(select 1 + count(*) from profile as p where p.account_id = a.account_id
    and p.profile_no <> ${firstProfileNo})`
  return op === 'below' ? sql`${count} < ${limit}` : sql`${count} >= ${limit}`
}

/** The state of a subscriber as `server/subscribers/standing.ts` says it; a test compares the two. */
function standing(nowMs: number): RawBuilder<string> {
  return sql`select case
      when a.state = 'blocked' then 'blocked'
      when main.state is null then case when paid.is_true then 'ended' else 'never_paid' end
      when main.state = 'suspended' then 'suspended'
      when main.paused_until > ${new Date(nowMs)} then 'paused'
      when main.paid_until <= ${new Date(nowMs)} then 'due'
      when paid.is_true then 'active' else 'trial' end
    from (select exists (select from ledger_entry as e where e.account_id = a.account_id and e.kind = 'top_up')
      as is_true) as paid
    left join lateral (select s.state, s.paid_until, s.paused_until from subscription as s
      where s.account_id = a.account_id and s.state <> 'off'
      order by s.is_base desc, s.paid_until desc limit 1) as main on true`
}
