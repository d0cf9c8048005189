/** What the categories of the guides mean as genres (GUIDE-07). */
import * as z from 'zod/mini'
import { text, whole } from '#contract/form/fields.ts'
import { consoleEndpoint } from './console-endpoint.ts'

const view = { section: 'guide', level: 'view' } as const
const edit = { section: 'guide', level: 'edit' } as const

const word = {
  word: text(100, 1),
  /** It is a part of categories, not the whole of one. */
  is_part: z._default(z.boolean(), false),
}
const genreCode = whole(0, 8).check(z.refine((code) => code !== 7))

/** What a change of the words did. */
const Changed = z.object({
  change_id: z.int(),
  /** How many stored programmes have another genre now. */
  programmes: z.int(),
})

export const consoleGenres = {
  list: consoleEndpoint({
    method: 'GET',
    path: '/guide/genres',
    permission: view,
    summary:
      'The categories that the stored guide uses, those without a meaning first; and the rules about them',
    input: z.object({}),
    output: z.object({
      /** At most 2,000. */
      words: z.array(
        z.object({
          word: z.string(),
          programmes: z.int(),
          examples: z.array(z.object({ title: z.string(), channel: z.string() })),
          /** `none`: nothing says what it means. */
          meaning: z.enum(['none', 'genre', 'ignored']),
          /** 0 unless it means one. */
          genre_code: z.int(),
          /** The part of it that decides; '' when the whole word does, or nothing. */
          part: z.string(),
        }),
      ),
      rules: z.array(
        z.object({
          word: z.string(),
          is_part: z.boolean(),
          /** 0: it says nothing about the genre. */
          genre_code: z.int(),
          /** '' for those that came with Ekran, and at the command line. */
          staff_name: z.string(),
        }),
      ),
      genres: z.array(z.object({ code: z.int(), name_ru: z.string(), name_uz: z.string() })),
    }),
  }),
  set: consoleEndpoint({
    method: 'POST',
    path: '/guide/genres/set',
    permission: edit,
    summary: 'Says which genre a word of the guides means; stored programmes get it at once',
    input: z.object({
      ...word,
      /** 0: the word says nothing about the genre. */
      genre_code: genreCode,
    }),
    output: Changed,
    failures: ['genre_word_unknown', 'genre_words_full'],
  }),
  remove: consoleEndpoint({
    method: 'POST',
    path: '/guide/genres/remove',
    permission: edit,
    summary: 'Forgets what a word means; stored programmes follow at once',
    input: z.object(word),
    output: Changed,
    failures: ['genre_word_unknown'],
  }),
}
