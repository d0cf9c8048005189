/** Which channel of a guide feeds which of ours, as a table: one row for each channel of ours. */
import { sql } from 'kysely'
import type { Fields } from '#server/changes/changes.ts'
import { confirmMatch, forgetDecision, rejectMatch } from '#server/imports/guide/decide-match.ts'
import {
  type MatchedChannel,
  listMatching,
  presentGuideIds,
  rejectedIds,
} from '#server/imports/guide/list-matching.ts'
import type { Db, DbTransaction } from '#server/platform/database/database.ts'
import { type ByWhom, foldAlias, listAliases } from '#server/television/television.ts'
import {
  type Column,
  type TableLanguage,
  problemOf,
  shownColumn,
  textColumn,
  textsColumn,
  wholeColumn,
} from './column.ts'
import type {
  ContentTable,
  LateMark,
  RowProblem,
  RowRules,
  TableApplied,
  TableOptions,
  TableRow,
  TakenRows,
} from './content-table.ts'

/** `automatic`: by the rules. `none`: no guide has anything like it. */
const states = ['confirmed', 'automatic', 'proposed', 'rejected', 'none'] as const
type State = (typeof states)[number]

const words: Readonly<Record<TableLanguage, Readonly<Record<State, string>>>> = {
  ru: {
    confirmed: 'подтверждено',
    automatic: 'само',
    proposed: 'предложено',
    rejected: 'отклонено',
    none: 'нет',
  },
  uz: {
    confirmed: 'tasdiqlangan',
    automatic: 'avtomatik',
    proposed: 'taklif',
    rejected: 'rad etilgan',
    none: 'yoʻq',
  },
  en: {
    confirmed: 'confirmed',
    automatic: 'automatic',
    proposed: 'proposed',
    rejected: 'rejected',
    none: 'none',
  },
}

/** Opens the channels that a guide may feed as a table. */
export function openMatchesTable(db: Db, { language }: TableOptions): Promise<ContentTable> {
  return Promise.resolve({
    columns: [
      wholeColumn('matched_cid', 1, 2_147_483_647),
      shownColumn('channel_number', 10),
      shownColumn('channel_name', 30),
      textColumn('guide_id', { max: 200 }),
      shownColumn('guide_name', 30),
      shownColumn('guide_source', 20),
      stateColumn(language),
      textsColumn('rejected_ids', { max: 200, maxEach: 200 }),
    ],
    lock: async (tx) => {
      await sql`lock table guide_match, guide_rejection in share row exclusive mode`.execute(tx)
    },
    ids: async () => (await listMatching(db)).map(({ cid }) => cid),
    rows: async (ids) => {
      const [matching, rejected] = [await listMatching(db), await rejectedIds(db)]
      const some = new Set(ids)
      return new Map(
        matching
          .filter(({ cid }) => some.has(cid))
          .map((one) => [one.cid, rowOf(one, rejected.get(one.cid) ?? [], language)]),
      )
    },
    rules: () => Promise.resolve(matchRules(db)),
    apply: applyMatches,
  })
}

function stateColumn(language: TableLanguage): Column {
  const own = words[language]
  return {
    ...{ name: 'match_state', kind: 'text', width: 16, isReadOnly: false },
    write: (value) => own[states.find((one) => one === value) ?? 'none'],
    read: (text) => {
      const folded = text.toLowerCase().replaceAll(/[ʻʼ’‘`´]/g, "'")
      const state = states.find((one) =>
        Object.values(words).some((names) => names[one].replaceAll('ʻ', "'") === folded),
      )
      return state === undefined
        ? problemOf('unknown_choice', states.map((one) => own[one]).join('; '))
        : { value: state }
    },
  }
}

function rowOf(
  { cid, number, nameRu, nameUz, match }: MatchedChannel,
  rejected: readonly string[],
  language: TableLanguage,
): TableRow {
  const name = language === 'uz' ? nameUz || nameRu : nameRu || nameUz
  return {
    id: cid,
    label: `${number} ${name}`.trim(),
    values: {
      ...{ matched_cid: cid, channel_number: String(number), channel_name: name },
      ...{ guide_id: match?.guideId ?? '', guide_name: match?.guideName ?? '' },
      ...{ guide_source: match?.source ?? '', match_state: stateOf(match), rejected_ids: [...rejected] },
    },
  }
}

function stateOf(match: MatchedChannel['match']): State {
  if (match === null) return 'none'
  if (match.by === 'alias') return 'confirmed'
  return match.by === 'likeness' ? 'proposed' : 'automatic'
}

/** What a row decides. */
interface Decision {
  readonly confirm: string | undefined
  readonly forget: readonly string[]
  readonly reject: readonly string[]
}

function decisionOf(before: Fields, changed: Fields): Decision {
  const after = { ...before, ...changed }
  const [was, is] = [String(before['guide_id']), String(after['guide_id'])]
  const state = String(after['match_state'])
  const ids = (fields: Fields) => fields['rejected_ids'] as readonly string[]
  const isNew = 'guide_id' in changed || 'match_state' in changed
  // Another channel of the guide is a decision, whatever the state says of the former one.
  const confirm =
    is !== '' && isNew && (state === 'confirmed' || (is !== was && state !== 'rejected')) ? is : ''
  const [wasConfirmed, hasOther] = [before['match_state'] === 'confirmed', confirm !== '' && confirm !== was]
  const isReleased = wasConfirmed && was !== '' && isNew && (confirm === '' || hasOther)
  // What feeds a channel by the rules ends by a rejection only.
  const isRefused = !wasConfirmed && was !== '' && isNew && confirm === '' && (is === '' || state === 'none')
  const folded = (list: readonly string[]) => new Set(list.map((one) => foldAlias(one)))
  const [own, next] = [folded(ids(before)), folded(ids(after))]
  return {
    confirm: confirm === '' ? undefined : confirm,
    forget: [
      ...(isReleased && state !== 'rejected' ? [was] : []),
      ...ids(before).filter((one) => !next.has(foldAlias(one))),
    ],
    reject: [
      ...(state === 'rejected' && isNew && (is || was) !== '' ? [is || was] : isRefused ? [was] : []),
      ...ids(after).filter((one) => !own.has(foldAlias(one))),
    ],
  }
}

/** A guide must have a channel that is confirmed, and it feeds one of ours only. */
function matchRules(db: Db): RowRules {
  const confirmed = new Map<string, number>()
  const confirming: { readonly item: number; readonly cid: number; readonly folded: string }[] = []
  /** What the table takes from a channel, as its number and the folded id. */
  const released = new Set<string>()
  return {
    judge: async ({ item, ours, changed }) => {
      if (ours === undefined)
        return {
          problems: [{ column: '', problem: 'no_new', hint: '' }],
          marks: [],
          similarTo: '',
        }
      const problems: RowProblem[] = []
      const { confirm, forget, reject } = decisionOf(ours.values, changed)
      for (const one of [...forget, ...reject]) released.add(`${ours.id} ${foldAlias(one)}`)
      if (confirm === undefined && forget.length + reject.length === 0)
        problems.push({ column: '', problem: 'no_decision', hint: '' })
      if (confirm !== undefined) {
        const column = 'guide_id' in changed ? 'guide_id' : 'match_state'
        const isPresent = (await presentGuideIds(db, [confirm])).has(confirm)
        if (!isPresent) problems.push({ column, problem: 'unknown_guide_channel', hint: '' })
        else if ((confirmed.get(foldAlias(confirm)) ?? ours.id) !== ours.id)
          problems.push({ column, problem: 'guide_channel_taken', hint: '' })
        else {
          confirmed.set(foldAlias(confirm), ours.id)
          confirming.push({ item, cid: ours.id, folded: foldAlias(confirm) })
        }
      }
      return { problems, marks: [], similarTo: '' }
    },
    end: async () => {
      const holders = new Map((await listAliases(db)).map(({ alias, cid }) => [foldAlias(alias), cid]))
      const names = new Map((await listMatching(db)).map((one) => [one.cid, rowOf(one, [], 'ru').label]))
      return confirming.flatMap(({ item, cid, folded }): readonly LateMark[] => {
        const holder = holders.get(folded) ?? cid
        if (holder === cid || released.has(`${holder} ${folded}`)) return []
        return [{ item, mark: 'guide_taken', similarTo: names.get(holder) ?? String(holder) }]
      })
    },
  }
}

async function applyMatches(
  tx: DbTransaction,
  { changed }: TakenRows,
  who: ByWhom & { readonly title: string },
): Promise<TableApplied> {
  const [matching, rejected] = [await listMatching(tx), await rejectedIds(tx)]
  const rows = new Map(matching.map((one) => [one.cid, rowOf(one, rejected.get(one.cid) ?? [], 'ru')]))
  const decisions = [...changed].map(([cid, values]) => ({
    cid,
    ...decisionOf(rows.get(cid)?.values ?? {}, values),
  }))
  // What is released first may be confirmed for another channel in the same table.
  for (const { cid, forget } of decisions)
    for (const guideId of forget) await forgetDecision(tx, { cid, guideId }, who)
  for (const { cid, reject } of decisions)
    for (const guideId of reject) await rejectMatch(tx, { cid, guideId }, who)
  let left = 0
  for (const { cid, confirm } of decisions) {
    if (confirm === undefined) continue
    const outcome = await confirmMatch(tx, { cid, guideId: confirm }, who)
    if (outcome.kind === 'unknown') return { kind: 'changed_since' }
    // It stays with the channel that has it; the table was marked so.
    if (outcome.kind === 'taken') left++
  }
  return { kind: 'changed', changeId: 0, changed: changed.size - left, left }
}
