/** Films and series of the console. */
import { consoleFilms } from '#contract/console/films.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import {
  type TitlesChanged,
  addFilmGenre,
  editTitles,
  findStaffTitle,
  listStaffTitles,
  listTitleChoices,
  listTrailerFiles,
  releaseTitleFields,
  removeTitles,
} from '#server/catalogue/catalogue.ts'
import { type ConsoleHandlers, bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import { undoSetOf } from '#server/console/changes/undo-set.ts'
import { storePiece } from '#server/console/pictures/store-piece.ts'
import { refusedAssets } from '#server/imports/imports.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import { presentFilm, presentListedFilm, titleEditOf } from './present-films.ts'

export interface FilmDeps extends ContentDeps {
  readonly pictures: Pick<Pictures, 'append' | 'has'>
}

export function filmEndpoints(deps: FilmDeps): readonly BoundEndpoint[] {
  return bindConsole('consoleFilms', consoleFilms, filmHandlers(deps))
}

function filmHandlers(deps: FilmDeps): ConsoleHandlers<typeof consoleFilms> {
  const { db, pictures } = deps
  return {
    ...readingHandlers(deps),
    save: async (input, call) => {
      const { vid, version } = input
      for (const picture of [input.poster, input.backdrop])
        if (picture !== '' && !(await isUsable(deps, pictures, vid, picture)))
          return reject('picture_refused')
      const outcome = await editTitles(db, [{ vid, version, edit: titleEditOf(input) }], authorOf(call, deps))
      if (outcome.kind === 'changed_since')
        return reject('changed_since', { values: { who: outcome.who || '—' } })
      if (outcome.kind === 'nameless') return reject('film_nameless')
      if (outcome.kind === 'period') return reject('period_wrong')
      if (outcome.kind === 'no_trailer') return reject('trailer_wrong')
      if (outcome.kind === 'overlap') return reject('windows_overlap')
      if (outcome.kind !== 'changed') return refusalOf(outcome)
      await recordSet(deps, 'films_edited', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, changed: outcome.changed })
    },
    edit: async ({ vids, add_genre: genre, ...columns }, call) => {
      const edit = { columns, ...(genre === undefined ? {} : { moreGenres: [genre] }) }
      const edits = [...new Set(vids)].map((vid) => ({ vid, edit }))
      const outcome = await editTitles(db, edits, authorOf(call, deps))
      if (outcome.kind !== 'changed') return refusalOf(outcome)
      await recordSet(deps, 'films_edited', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, changed: outcome.changed })
    },
    addGenre: async ({ name_ru: nameRu, name_uz: nameUz }, call) => {
      const names = { nameRu: nameRu.trim(), nameUz: nameUz.trim() }
      const outcome = await addFilmGenre(db, names, authorOf(call, deps))
      if (outcome.kind === 'named') return reject('film_genre_named', { values: { name: outcome.name } })
      await recordSet(deps, 'film_genre_added', call, outcome.changeId)
      return respond({ genre_id: outcome.genreId, change_id: outcome.changeId })
    },
    release: async ({ vid, fields }, call) => {
      const outcome = await releaseTitleFields(db, vid, fields, authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('film_not_found')
      await recordSet(deps, 'films_edited', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, changed: outcome.changed })
    },
    remove: async ({ vids }, call) => {
      const outcome = await removeTitles(db, [...new Set(vids)], authorOf(call, deps))
      if (outcome.kind !== 'changed') return reject('film_not_found')
      await recordSet(deps, 'films_removed', call, outcome.changeId)
      return respond({ change_id: outcome.changeId, changed: outcome.changed })
    },
    picture: (input, call) => storePiece(deps, filmPicture, input, call),
    undo: ({ change_id: changeId }, call) => undoSetOf('films', deps, changeId, call),
  }
}

function readingHandlers({
  db,
  clock,
}: FilmDeps): Pick<ConsoleHandlers<typeof consoleFilms>, 'list' | 'trailers' | 'one'> {
  return {
    list: async ({ q, view, sort, descending, page, limit }) => {
      const { titles, counts } = await listStaffTitles(db, {
        ...{ text: q ?? '', view, sort, isDescending: descending === 1, page, pageSize: limit },
        refusedAssets: await refusedAssets(db),
        nowMs: clock.nowMs(),
      })
      const { genres, providers } = await listTitleChoices(db)
      return respond({
        films: titles.map((title) => presentListedFilm(title, clock.nowMs())),
        counts,
        genres,
        providers,
      })
    },
    trailers: async ({ vid, q }) => {
      const files = await listTrailerFiles(db, vid, q ?? '')
      return respond({
        files: files.map((file) => ({
          ...{ asset: file.assetId, name_ru: file.nameRu, name_uz: file.nameUz, is_own: file.isOwn },
          duration_sec: Math.round(file.durationMs / 1000),
        })),
      })
    },
    one: async ({ vid }) => {
      const title = await findStaffTitle(db, vid)
      if (title === undefined) return reject('film_not_found')
      return respond(presentFilm(title, await listTitleChoices(db)))
    },
  }
}

const filmPicture = { kind: 'backdrop', width: 960 } as const

/** A picture that the title has stays, even where its original is not on this machine. */
async function isUsable(
  { db }: FilmDeps,
  pictures: FilmDeps['pictures'],
  vid: number,
  picture: string,
): Promise<boolean> {
  if (await pictures.has(picture)) return true
  const title = await findStaffTitle(db, vid)
  return title?.fields['poster'] === picture || title?.fields['backdrop'] === picture
}

function refusalOf({ kind }: TitlesChanged) {
  return reject(kind === 'unknown' ? 'film_choice_gone' : 'film_not_found')
}
