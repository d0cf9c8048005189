/** Creates the pictures of the first pages in advance, so that the first visit does not wait for them. */
import type { LiveCatalogue } from '#server/catalogue/catalogue.ts'
import type { Pictures, PictureWidth, PrerenderRequest } from '#server/pictures/pictures.ts'
import { collectGarbage } from '#server/platform/process/collect-garbage.ts'
import type { Log } from '#server/platform/log/log.ts'
import type { LiveTelevision } from '#server/television/television.ts'

/** A banner or a news item with a picture. */
export interface NoticePicture {
  readonly kind: 'banner' | 'news'
  readonly id: number
  readonly version: string
}

export interface PreparePictures {
  readonly pictures: Pick<Pictures, 'prepare'>
  readonly catalogue: Pick<LiveCatalogue, 'now'>
  readonly television: Pick<LiveTelevision, 'now'>
  readonly notices: readonly NoticePicture[]
  readonly log: Log
}

/** Widths that the pages request on a desktop and on a phone with twice the pixels. */
const wide: readonly PictureWidth[] = [1920, 960, 160]
const news: readonly PictureWidth[] = [480, 640]
const cards: readonly PictureWidth[] = [240, 320]

/** Starts at once and continues in the background. Returns a function that stops it. */
export function preparePictures(work: PreparePictures): () => Promise<void> {
  const abort = new AbortController()
  const done = work.pictures
    .prepare(firstPictures(work), abort.signal)
    .catch((error: unknown) => {
      work.log.warn('demo.pictures_failed', { error })
    })
    .then(collectGarbage)
  return async () => {
    abort.abort()
    await done
  }
}

/** The home page from top to bottom: banners, channels, posters by popularity; then news and a film's own page. */
function firstPictures({ catalogue, television, notices }: PreparePictures): readonly PrerenderRequest[] {
  const titles = catalogue.now().list({
    filter: {},
    order: '-popularity',
    language: 'ru',
    page: 1,
    limit: 500,
  }).titles
  const posters = (width: PictureWidth) =>
    titles.flatMap(({ vid, poster }) =>
      poster === null ? [] : [{ kind: 'poster', id: vid, version: poster, width } as const],
    )
  const logos = television
    .now()
    .channels.flatMap(({ cid, logo }) =>
      logo === null ? [] : [{ kind: 'logo', id: cid, version: logo, width: 240 } as const],
    )
  const ofNotices = (kind: NoticePicture['kind'], widths: readonly PictureWidth[]) =>
    widths.flatMap((width) =>
      notices.filter((notice) => notice.kind === kind).map((notice) => ({ ...notice, width })),
    )
  return [
    ...ofNotices('banner', wide),
    ...logos,
    ...cards.flatMap(posters),
    ...ofNotices('news', news),
    ...posters(480),
  ]
}
