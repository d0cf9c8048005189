import type { ChannelRecord, GuideLoss, GuideOutcome } from '#server/television/television.ts'
import type { ImportReport } from '#server/imports/source/import-report.ts'
import type { Doubt } from './channel-likeness.ts'
import type { Closest, MatchedBy } from './match-channels.ts'
import type { AppliedGuide } from './apply-guide.ts'
import { isProposed } from './store-matching.ts'

const dayMs = 86_400_000
/** Channels listed one by one; a file (`--report`) has them all. */
const maxNamed = 20

/** The result of a guide import, for the operator. `remedy` says how to apply a blocked one. */
export function guideReport(title: string, taken: AppliedGuide, nowMs: number, remedy: string): ImportReport {
  const { result, refused } = taken
  if (result.kind === 'held') {
    return {
      title,
      sums: [],
      refused,
      notes: [...blockedNotes(result.loss, taken.ours, remedy), ...matchNotes(taken)],
      failed: true,
    }
  }
  const { outcomes } = result
  const sum = (of: (outcome: GuideOutcome) => number) =>
    outcomes.reduce((total, outcome) => total + of(outcome), 0)
  return {
    title,
    sums: [
      ['new', sum(({ added }) => added)],
      ['changed', sum(({ changed }) => changed)],
      ['unchanged', sum(({ unchanged }) => unchanged)],
      ['removed', sum(({ removed }) => removed)],
      ['of channels we do not have', taken.foreign],
      ['too long ago or too far ahead', taken.faraway],
    ],
    refused,
    notes: [...matchNotes(taken), ...repairNotes(outcomes), ...emptyHints(taken, nowMs)],
    failed: false,
  }
}

/** The result of accepting a guide that was held back. */
export function acceptedReport(
  title: string,
  { changeId, changed }: { readonly changeId: number; readonly changed: number },
): ImportReport {
  return {
    title,
    sums: [['channels changed', changed]],
    refused: [],
    notes: changeId === 0 ? [] : [`To take it back: npm run ekran -- changes undo ${changeId}`],
    failed: false,
  }
}

/** The loss, as text. */
export function lossWords({ ahead, lost }: GuideLoss): string {
  return `${lost} of the ${ahead} programmes that are ahead would be lost (${Math.round((100 * lost) / ahead)} %)`
}

function blockedNotes(loss: GuideLoss, ours: readonly ChannelRecord[], remedy: string): string[] {
  const names = new Map(ours.map((channel) => [channel.cid, nameOf(channel)]))
  const worst = loss.worst.map(({ cid, ahead, lost }) => `${names.get(cid) ?? cid} ${lost} of ${ahead}`)
  return [
    `Held back, and nothing was changed: ${lossWords(loss)}.`,
    `Most of it: ${worst.join(', ')}.`,
    `If that is right: ${remedy}`,
  ]
}

export function nameOf({ number, name }: Pick<ChannelRecord, 'number' | 'name'>) {
  return `${number} ${name.ru === '' ? name.uz : name.ru}`
}

function matchNotes(guide: AppliedGuide): string[] {
  const { matching, channels, ours } = guide
  const { matches, closestToOurs, closestToTheirs } = matching
  const taken = new Set(matches.map(({ id }) => id))
  const fed = new Set(matches.map(({ cid }) => cid))
  const count = (by: MatchedBy) => matches.filter((match) => match.by === by).length
  const kinds = (['alias', 'id', 'name'] as const).filter((by) => count(by) > 0)
  const theirNames = new Map(channels.map(({ id, names }) => [id, names[0] ?? id]))
  const unfed = ours.filter(({ cid, source }) => !fed.has(cid) && source.kind !== 'linear')
  const proposed = unfed.flatMap(({ cid }) => closestToOurs.get(cid) ?? []).filter(isProposed)
  const proposedCids = new Set(proposed.map(({ cid }) => cid))
  const unmatched = channels.filter(({ id }) => !taken.has(id))
  return [
    `${taken.size} of its ${channels.length} channels are ours` +
      (kinds.length === 0 ? '.' : ` (by ${kinds.map((by) => `${by} ${count(by)}`).join(', ')}).`),
    ...listed(
      proposed.toSorted((one, other) => other.score - one.score),
      'NOT taken, because it is not sure that they are the same. Where they are, say so with',
      (closest) =>
        `npm run ekran -- ${acceptWords(guide, closest)}   # ${ourName(ours, closest.cid)} = ${theirNames.get(closest.id) ?? closest.id}, ${closest.score}: ${doubtWords[closest.doubt]}`,
    ),
    ...listed(
      unfed.filter(({ cid }) => !proposedCids.has(cid)),
      'Of our channels it has none for',
      (channel) => {
        const closest = closestToOurs.get(channel.cid)
        const near =
          closest === undefined
            ? ''
            : `; closest: ${theirNames.get(closest.id) ?? closest.id} ${closest.score}`
        return `${nameOf(channel)}${near}`
      },
    ),
    ...listed(unmatched, 'Of its channels these are none of ours', ({ id }) => {
      const closest = closestToTheirs.get(id)
      const near = closest === undefined ? '' : `; closest: ${ourName(ours, closest.cid)} ${closest.score}`
      return `${theirNames.get(id) ?? id}${near}`
    }),
    ...(unfed.length > proposedCids.size && closestToOurs.size > 0
      ? [
          'A channel that is the same all the same: npm run ekran -- channels alias add <number> "<its name in the guide>"',
        ]
      : []),
  ]
}

const doubtWords: Readonly<Record<Doubt, string>> = {
  country: 'of another country, or nothing says of which',
  feed: 'another feed (East, West, +1, a region)',
  id: 'the same number as an id, but another name',
  name: 'the names are only alike',
  taken: 'it is the guide of another channel of ours already',
  several: 'the guide has several that it could be',
}

/** The arguments of `npm run ekran --` that accept a proposal. */
function acceptWords({ ours }: Pick<AppliedGuide, 'ours'>, { cid, id }: Pick<Closest, 'cid' | 'id'>): string {
  const number = ours.find((one) => one.cid === cid)?.number ?? cid
  // A shell expands nothing inside single quotes.
  const quoted = /^[\w.@-]+$/.test(id) && !id.startsWith('-') ? id : `'${id.replaceAll("'", "'\\''")}'`
  return `channels alias add ${number} ${quoted}`
}

function ourName(ours: readonly ChannelRecord[], cid: number): string {
  const channel = ours.find((one) => one.cid === cid)
  return channel === undefined ? String(cid) : nameOf(channel)
}

function listed<Item>(items: readonly Item[], heading: string, words: (item: Item) => string): string[] {
  if (items.length === 0) return []
  const hidden = items.length - maxNamed
  return [
    `${heading} (${items.length}):`,
    ...items.slice(0, maxNamed).map((item) => `  ${words(item)}`),
    ...(hidden > 0 ? [`  … and ${hidden} more; "import guide" with --report <file.csv> lists them all`] : []),
  ]
}

function repairNotes(outcomes: readonly GuideOutcome[]): string[] {
  const sums = { dropped: 0, duplicates: 0, endsInferred: 0, overlapsCut: 0, tooLongCut: 0, outOfOrder: 0 }
  for (const { repairs } of outcomes) {
    for (const name of Object.keys(sums) as (keyof typeof sums)[]) sums[name] += repairs[name]
  }
  const words: Record<keyof typeof sums, string> = {
    dropped: 'before 2000 or after 2100 (left out)',
    duplicates: 'given twice',
    endsInferred: 'without an end (the next beginning was taken)',
    overlapsCut: 'overlapping the next (cut)',
    tooLongCut: 'longer than a day (cut)',
    outOfOrder: 'out of order (sorted)',
  }
  const repaired = (Object.keys(sums) as (keyof typeof sums)[])
    .filter((name) => sums[name] > 0)
    .map((name) => `${sums[name]} ${words[name]}`)
  return repaired.length === 0 ? [] : [`Repaired: ${repaired.join(', ')}.`]
}

function emptyHints({ matching, ours, result, farawayStartMs }: AppliedGuide, nowMs: number): string[] {
  if (ours.length === 0) return ['There is no channel yet: import channels first.']
  if (matching.matches.length === 0) {
    return ['None of its channels is ours. A channel is matched by alias, tvg-id, tvg-name and name.']
  }
  const isEmpty = result.kind === 'published' && result.outcomes.every(({ covered }) => covered === undefined)
  if (!isEmpty || farawayStartMs === undefined) return []
  const days = Math.round((nowMs - farawayStartMs) / dayMs)
  return [
    `The whole guide is of another time (it begins ${new Date(farawayStartMs).toISOString().slice(0, 10)}), and nothing was ` +
      `changed. To try it today all the same: --shift-days ${days}`,
  ]
}

/** Every channel of both sides with its match, as CSV with a heading. */
export function matchingCsv({ matching, channels, ours }: AppliedGuide): string {
  const { matches, closestToOurs, closestToTheirs } = matching
  const byCid = new Map(matches.map((match) => [match.cid, match]))
  const taken = new Set(matches.map(({ id }) => id))
  const theirs = new Map(channels.map((channel) => [channel.id, channel]))
  const rows: (string | number)[][] = [
    [
      'matched',
      'by',
      'score',
      'our_number',
      'our_name',
      'our_tvg_id',
      'guide_id',
      'guide_name',
      'doubt',
      'accept',
    ],
  ]
  for (const channel of ours) {
    const match = byCid.get(channel.cid)
    const doubtful = match === undefined ? closestToOurs.get(channel.cid) : undefined
    const near = match ?? doubtful
    const their = near === undefined ? undefined : theirs.get(near.id)
    rows.push([
      match === undefined ? 'no' : 'yes',
      match?.by ?? (near === undefined ? '' : 'closest'),
      near?.score ?? '',
      channel.number,
      channel.name.ru === '' ? channel.name.uz : channel.name.ru,
      channel.tvgId ?? '',
      their?.id ?? '',
      their?.names[0] ?? '',
      ...(doubtful === undefined ? ['', ''] : [doubtWords[doubtful.doubt], acceptWords({ ours }, doubtful)]),
    ])
  }
  for (const { id, names } of channels) {
    if (taken.has(id)) continue
    const near = closestToTheirs.get(id)
    const own = near === undefined ? undefined : ours.find(({ cid }) => cid === near.cid)
    rows.push([
      'no',
      near === undefined ? '' : 'closest',
      near?.score ?? '',
      own?.number ?? '',
      own === undefined ? '' : own.name.ru,
      own?.tvgId ?? '',
      id,
      names[0] ?? '',
      '',
      '',
    ])
  }
  return rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')
}

/** Quoted, and without a prefix that a spreadsheet would evaluate. */
function cell(value: string | number): string {
  const text = typeof value === 'number' ? String(value) : value.replace(/^(?=[=+\-@\t\r])/, "'")
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
