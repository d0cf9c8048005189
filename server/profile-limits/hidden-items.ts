/** What must not be named to a profile, by the ids that responses carry. */
import { matchPage } from '#contract/form/pages.ts'
import { readReminderHref } from '#contract/channels/reminders.ts'
import type { LiveCatalogue, Snapshot } from '#server/catalogue/catalogue.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import type { Judge } from './judge.ts'
import { ageOfRating } from './rules.ts'

/** Each of these is true for what must not be shown. Ids that are not known belong to nothing that is rated. */
export interface HiddenItems {
  title(vid: number): boolean
  channel(cid: number): boolean
  /** `ageRating`: what is stored of one that the guide has no more; without it that one is hidden. 0 is never in it. */
  programme(pid: number, ageRating?: string): boolean
  /** The programme that is on at a moment, unix milliseconds. */
  broadcast(cid: number, atMs: number): boolean
  person(aid: number): boolean
  /** A page of the site, with its query. */
  link(href: string): boolean
  rating(ageRating: string): boolean
}

interface HidingParts {
  readonly judge: Judge
  /** Everything there is. */
  readonly catalogue: LiveCatalogue
  readonly television: LiveTelevision
  /** The catalogue of the profile. */
  readonly shown: Snapshot
}

/** For a profile from which things are hidden. */
export function hiddenItems({ judge, catalogue, television, shown }: HidingParts): HiddenItems {
  const isRated = (ageRating: string) => judge.title({ ageRating, isKids: false }) !== undefined
  const title = (vid: number) => {
    const result = catalogue.now().wholeTitle(vid)
    return result === undefined ? isRated('') : judge.title(result) !== undefined
  }
  const channel = (cid: number) => {
    const result = television.now().channel(cid)
    return result === undefined ? isRated('') : judge.channel(result) !== undefined
  }
  const programme = (pid: number, ageRating = '') => {
    const result = television.now().guide.programme(pid)
    if (result === undefined) return ageOfRating(ageRating) === undefined || isRated(ageRating)
    return judge.programme(result) !== undefined
  }
  const broadcast = (cid: number, atMs: number) => {
    const on = television.now().guide.window(cid, atMs, atMs + 1)[0]
    return (on === undefined ? judge.gap(cid) : judge.programme(on)) !== undefined
  }
  const person = (aid: number) => !shown.content.people.has(shown.content.mergedPeople?.get(aid) ?? aid)
  return {
    ...{ title, channel, programme, broadcast, person, rating: isRated },
    link: (href) => isLinkHidden(href, { title, channel, programme, person, shown }),
  }
}

function isLinkHidden(
  href: string,
  {
    title,
    channel,
    programme,
    person,
    shown,
  }: Pick<HiddenItems, 'title' | 'channel' | 'programme' | 'person'> & Pick<HidingParts, 'shown'>,
): boolean {
  const reminder = readReminderHref(href)
  if (reminder !== undefined) return channel(reminder.cid) || programme(reminder.pid)
  const page = matchPage(href.replace(/[?#].*$/, ''))
  const numberOf = (name: string) => Number(page?.params[name])
  switch (page?.name) {
    case 'movie':
      return title(numberOf('id'))
    case 'channel':
      return channel(numberOf('id'))
    case 'tvArchive':
      return channel(numberOf('id')) || programme(numberOf('archiId'))
    case 'person':
      return person(numberOf('provider'))
    case 'collection':
      return shown.collection(numberOf('provider')) === undefined
    default:
      return false
  }
}
