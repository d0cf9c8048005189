/** What the categories of the guides mean, in the console. */
import { consoleGenres as endpoints } from '#contract/console/genres.ts'
import { televisionGenres } from '#contract/form/constants.ts'
import { reject, respond } from '#contract/form/endpoint.ts'
import { type ConsoleCall, bindConsole } from '#server/console/admission/bind-console.ts'
import { type ContentDeps, authorOf, recordSet } from '#server/console/changes/record-set.ts'
import type { BoundEndpoint } from '#server/platform/http/endpoints/bind-endpoints.ts'
import {
  type GenreChanged,
  listCategoryWords,
  listGenreRules,
  listStaffCategories,
  removeGenre,
  setGenre,
} from '#server/television/television.ts'

export function genreEndpoints(deps: ContentDeps): readonly BoundEndpoint[] {
  const { db } = deps
  return bindConsole('consoleGenres', endpoints, {
    list: async () => {
      const [words, rules] = [await listCategoryWords(db), await listGenreRules(db)]
      const categories = await listStaffCategories(db)
      return respond({
        words: words.map(({ examples, genreCode, ...one }) => ({
          ...one,
          examples: [...examples],
          genre_code: genreCode ?? 0,
        })),
        rules: rules.map(({ word, isPart, genreCode, staffName }) => ({
          ...{ word, is_part: isPart, genre_code: genreCode ?? 0, staff_name: staffName },
        })),
        genres: categories
          .filter(({ id }) => televisionGenres.includes(id))
          .map(({ id, nameRu, nameUz }) => ({ code: id, name_ru: nameRu, name_uz: nameUz })),
      })
    },
    set: async ({ word, is_part: isPart, genre_code: code }, call) => {
      const meaning = { word, isPart, genreCode: code === 0 ? null : code }
      const outcome = await setGenre(db, meaning, authorOf(call, deps))
      if (outcome.kind === 'full') return reject('genre_words_full', { values: { max: outcome.max } })
      if (outcome.kind === 'unknown_word') return reject('genre_word_unknown')
      return settled(deps, call, outcome)
    },
    remove: async ({ word, is_part: isPart }, call) => {
      const outcome = await removeGenre(db, { word, isPart }, authorOf(call, deps))
      return outcome.kind === 'changed' ? settled(deps, call, outcome) : reject('genre_word_unknown')
    },
  })
}

async function settled(
  deps: ContentDeps,
  call: ConsoleCall,
  { changeId, programmes }: Extract<GenreChanged, { readonly kind: 'changed' }>,
) {
  await recordSet(deps, 'guide_genre_changed', call, changeId)
  return respond({ change_id: changeId, programmes })
}
