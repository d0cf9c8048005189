/** Whether a profile may open what a page of the site is about. */
import { type PageName, matchPage } from '#contract/form/pages.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import type { Judge } from './judge.ts'

/** Money and the account: a child's profile has none of them. */
const forAdults: ReadonlySet<PageName | undefined> = new Set<PageName>([
  ...(['tariff', 'pay', 'renewal', 'cabinet', 'devices', 'paymentHistory', 'password', 'link'] as const),
])

interface OpeningParts {
  readonly isChild: boolean
  readonly judge: Pick<Judge, 'programme'>
  readonly opened: ReadonlySet<string>
  readonly television: LiveTelevision
  isWithin(
    subject:
      | { readonly kind: 'title'; readonly vid: number }
      | { readonly kind: 'live'; readonly cid: number },
  ): boolean
}

/** A channel is judged by what it shows now. */
export function mayOpenPage(href: string, parts: OpeningParts): boolean {
  const page = matchPage(href.replace(/[?#].*$/, ''))
  const numberOf = (name: string) => Number(page?.params[name])
  switch (page?.name) {
    case 'movie':
      return parts.isWithin({ kind: 'title', vid: numberOf('id') })
    case 'channel':
      return parts.isWithin({ kind: 'live', cid: numberOf('id') })
    case 'tvArchive':
      return mayOpenProgramme(numberOf('archiId'), parts)
    default:
      return !parts.isChild || !forAdults.has(page?.name)
  }
}

function mayOpenProgramme(pid: number, { judge, opened, television }: OpeningParts): boolean {
  const programme = television.now().guide.programme(pid)
  return programme === undefined || opened.has(`programme:${pid}`) || judge.programme(programme) === undefined
}
