/** The categories that the stored guide uses, with what they mean. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { GenreRules } from './genre-rules.ts'
import { listGenreRules } from './genre-store.ts'

/** A category of the guides. */
export interface CategoryWord {
  readonly word: string
  /** How many stored programmes have it. */
  readonly programmes: number
  /** Some of them. */
  readonly examples: readonly { readonly title: string; readonly channel: string }[]
  /** `none`: nothing says what it means. */
  readonly meaning: 'none' | 'genre' | 'ignored'
  /** Null unless it means one. */
  readonly genreCode: number | null
  /** The part of it that decides; '' when the whole word does, or nothing. */
  readonly part: string
}

const maxWords = 2000
const maxExamples = 3

/** Those without a meaning come first, then those that most programmes have. */
export async function listCategoryWords(db: Db): Promise<readonly CategoryWord[]> {
  const rules = new GenreRules(await listGenreRules(db))
  const { rows } = await sql<Pick<CategoryWord, 'word' | 'programmes' | 'examples'>>`
    with used as (
      select word, p.channel_id, p.begin_at, coalesce(nullif(p.title_ru, ''), p.title_uz) as title,
        count(*) over (partition by word)::integer as programmes,
        row_number() over (partition by word order by p.begin_at desc, p.channel_id) as place
      from programme p, unnest(p.categories) as word
    )
    select word, programmes,
      jsonb_agg(jsonb_build_object('title', title, 'channel', c.number || ' ' || coalesce(nullif(c.name_ru, ''), c.name_uz))
        order by place) as examples
    from used join channel c on c.id = used.channel_id
    where place <= ${maxExamples}
    group by word, programmes order by programmes desc, word limit ${maxWords}`.execute(db)
  const words = rows.map((row): CategoryWord => {
    const rule = rules.ruleOf(row.word)
    const code = rule?.genreCode ?? null
    const meaning = rule === undefined ? 'none' : code === null ? 'ignored' : 'genre'
    return { ...row, meaning, genreCode: code, part: rule?.isPart === true ? rule.word : '' }
  })
  return words.toSorted((a, b) => Number(a.meaning !== 'none') - Number(b.meaning !== 'none'))
}
