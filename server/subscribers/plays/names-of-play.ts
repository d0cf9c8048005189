import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { LiveTelevision } from '#server/television/television.ts'
import type { FailedPlay } from './failed-plays.ts'

interface Names {
  readonly ru: string
  readonly uz: string
  readonly en: string
}

/** The name of the channel or the film of a play; '' for one that is gone. */
export function namesOfPlay(
  {
    television,
    catalogue,
  }: {
    readonly television: Pick<LiveTelevision, 'now'>
    readonly catalogue: Pick<LiveCatalogue, 'now'>
  },
  { kind, itemId }: Pick<FailedPlay, 'kind' | 'itemId'>,
): Names {
  const name =
    kind === 'film' ? catalogue.now().file(itemId)?.title.name : television.now().channel(itemId)?.name
  return withEnglish(name)
}

/** A name with what stands in for a missing language; '' for none. */
export function withEnglish(
  name: { readonly ru: string; readonly uz: string; readonly en?: string } | undefined,
): Names {
  const ru = name?.ru || name?.uz || ''
  return { ru, uz: name?.uz || ru, en: name?.en ?? ru }
}
