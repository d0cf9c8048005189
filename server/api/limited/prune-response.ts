/** Takes out of a response what its viewer must not be shown, by the fields that name content in the contract. Pure. */
import type { HiddenItems } from '#server/profile-limits/profile-limits.ts'

/** Nothing of it may be sent. */
export const pruned = Symbol('pruned')

type Fields = Readonly<Record<string, unknown>>

/** The same value where nothing is hidden. An element of a list is left out, anything else becomes null. */
export function pruneResponse(value: unknown, hidden: HiddenItems): unknown {
  if (Array.isArray(value)) return pruneList(value, hidden)
  if (typeof value !== 'object' || value === null) return value
  const fields = value as Fields
  if (isHidden(fields, hidden)) return pruned
  // What a title is watched by is not left out of it: the title goes with it.
  if (pruneResponse(fields['best'], hidden) === pruned) return pruned
  let isSame = true
  const entries = Object.entries(fields).map(([name, field]) => {
    const rest = pruneIds(name, field, hidden) ?? pruneResponse(field, hidden)
    if (rest !== field) isSame = false
    return [name, rest === pruned ? null : rest] as const
  })
  return isSame ? value : Object.fromEntries(entries)
}

/** Lists of ids, by their names in the contract. */
const idLists = { vids: 'title', cids: 'channel', pids: 'programme', favorite_channels: 'channel' } as const

/** Undefined for what is no list of ids. */
function pruneIds(name: string, list: unknown, hidden: HiddenItems): unknown {
  const kind = Object.hasOwn(idLists, name) ? idLists[name as keyof typeof idLists] : undefined
  if (kind === undefined || !Array.isArray(list)) return undefined
  const rest = list.filter((id) => typeof id !== 'number' || !hidden[kind](id))
  return rest.length === list.length ? list : rest
}

function pruneList(list: readonly unknown[], hidden: HiddenItems): unknown {
  const rest = list.map((one) => pruneResponse(one, hidden))
  return rest.every((one, index) => one === list[index]) ? list : rest.filter((one) => one !== pruned)
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}

function isHidden(fields: Fields, hidden: HiddenItems): boolean {
  const [vid, aid] = [numberOf(fields['vid']), numberOf(fields['aid'])]
  const cid = numberOf(fields['cid']) ?? numberOf(fields['channel_id'])
  if (vid !== undefined && hidden.title(vid)) return true
  if (aid !== undefined && hidden.person(aid)) return true
  if (cid !== undefined && hidden.channel(cid)) return true
  if (isProgrammeHidden(fields, hidden)) return true
  if (vid === undefined && isRatingHidden(fields, hidden)) return true
  return (
    ['href', 'action_data'].some((name) => isLinkHidden(fields[name], hidden)) ||
    isPlayingHidden(fields, hidden)
  )
}

/** Of a programme that the guide has no more, which may have 0, only a stored rating says what it was for. */
function isProgrammeHidden({ pid, age_rating: rating }: Fields, hidden: HiddenItems): boolean {
  return typeof pid === 'number' && hidden.programme(pid, typeof rating === 'string' ? rating : '')
}

/** What is no title and no programme of ours, but rated: showings of cinemas. */
function isRatingHidden({ age_rating: rating, pid }: Fields, hidden: HiddenItems): boolean {
  return typeof rating === 'string' && pid === undefined && hidden.rating(rating)
}

function isLinkHidden(href: unknown, hidden: HiddenItems): boolean {
  return typeof href === 'string' && href.startsWith('/') && hidden.link(href)
}

/** What another device of the account plays. */
function isPlayingHidden({ kind, id, position_sec: sec }: Fields, hidden: HiddenItems): boolean {
  const item = numberOf(id)
  if (item === undefined || typeof sec !== 'number') return false
  if (kind === 'film') return hidden.title(item)
  return kind === 'channel' && (hidden.channel(item) || hidden.broadcast(item, sec * 1000))
}
