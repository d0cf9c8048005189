import type { Db } from '#server/platform/database/database.ts'

/** The title and description of a page, for search engines and browser tabs. */
export interface PageText {
  readonly title: string
  readonly desc: string
}

export interface PageTextPair {
  readonly ru: PageText
  readonly uz: PageText
}

/** The operator's texts for these paths, by path. */
export async function findPageTexts(
  db: Db,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PageTextPair>> {
  const rows = await db.selectFrom('page_text').selectAll().where('path', 'in', paths).execute()
  return byPath(rows)
}

/** The maximum of operator's texts in a request for all: far more than there are pages without an item. */
const maxTexts = 5000

/** All of the operator's texts, by path. */
export async function findAllPageTexts(db: Db): Promise<ReadonlyMap<string, PageTextPair>> {
  return byPath(await db.selectFrom('page_text').selectAll().orderBy('path').limit(maxTexts).execute())
}

interface StoredText {
  readonly path: string
  readonly title_ru: string
  readonly title_uz: string
  readonly description_ru: string
  readonly description_uz: string
}

function byPath(rows: readonly StoredText[]): ReadonlyMap<string, PageTextPair> {
  return new Map(
    rows.map((row) => [
      row.path,
      {
        ru: { title: row.title_ru, desc: row.description_ru },
        uz: { title: row.title_uz, desc: row.description_uz },
      },
    ]),
  )
}

export async function writePageText(db: Db, path: string, texts: PageTextPair): Promise<void> {
  const values = {
    title_ru: texts.ru.title,
    title_uz: texts.uz.title,
    description_ru: texts.ru.desc,
    description_uz: texts.uz.desc,
  }
  await db
    .insertInto('page_text')
    .values({ path, ...values })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(values))
    .execute()
}
