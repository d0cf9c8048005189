/** Films that the staff uploads: where they arrive, and by what they are checked. */
import { examineFilm } from '#media/media.ts'
import type { ApiContext } from '#server/api/api.ts'
import { type FilmUploads, filmsFolderOf, openUploads } from '#server/imports/imports.ts'
import type { AppContext } from '#server/platform/app-context.ts'
import { clientAddressReader } from '#server/platform/http/client/client-address.ts'

/** Longer than reading the index of the largest film takes. */
const examineMs = 60_000

/** The folder of films of this installation. */
export function filmsFolder({ settings, dataDir }: Pick<AppContext, 'settings' | 'dataDir'>): string {
  return filmsFolderOf(settings.EKRAN_FILMS_INBOX, dataDir)
}

export function openFilmUploads(
  context: AppContext,
  { pictures }: Pick<ApiContext, 'pictures'>,
): FilmUploads {
  const { jobDatabase, clock, random, jobs, programs, settings } = context
  return openUploads({
    ...{ db: jobDatabase.db, clock, random, jobs, pictures },
    folder: filmsFolder(context),
    get floorBytes() {
      return settings.EKRAN_FREE_SPACE_GB * 1e9
    },
    get maxBytes() {
      return settings.EKRAN_UPLOAD_GB * 1e9
    },
    whyNoFilm: async (path) => {
      const signal = AbortSignal.timeout(examineMs)
      const examined = await examineFilm({ ffprobePath: programs.ffprobePath, path, signal })
      if (examined.kind === 'film') return undefined
      if (isPassing(examined)) throw new Error(`an upload was not examined: ${examined.words}`)
      return examined.words
    },
  })
}

/** It says nothing of the content: the upload stays, and is examined again. */
function isPassing({ reason, words }: { readonly reason: string; readonly words: string }): boolean {
  const isOutside = ['too_slow', 'missing', 'no_rights', 'aborted'].includes(reason)
  return isOutside || /could not be examined|cannot be opened/.test(words)
}

/** How the sender of a request is recognised. */
export function clientsOf({ settings }: Pick<AppContext, 'settings'>) {
  return {
    clientAddress: clientAddressReader(settings.EKRAN_TRUSTED_PROXIES),
    publicUrl: settings.EKRAN_PUBLIC_URL,
  }
}
