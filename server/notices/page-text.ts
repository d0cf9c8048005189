import type { PageTextPair } from './page-texts.ts'
import type { Db } from '#server/platform/database.ts'

/** The operator's texts for these paths, by path. */
export async function findPageTexts(
  db: Db,
  paths: readonly string[],
): Promise<ReadonlyMap<string, PageTextPair>> {
  const rows = await db.selectFrom('page_text').selectAll().where('path', 'in', paths).execute()
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
