/** The fonts of brands: stored once by their bytes, served under an address that never shows another one. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { maxFontBytes } from '#contract/console/service.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type FontFacts, readWoff2 } from './read-woff2.ts'

export interface StoredFont {
  readonly version: string
  readonly facts: FontFacts
}

export type FontRefused =
  | { readonly kind: 'too_large' | 'not_woff2' }
  /** `letters`: the first ones that it lacks. */
  | { readonly kind: 'lacks'; readonly letters: string }

/** Of no brand any more: as long as a removed brand may come back, and more. */
const unusedMs = 30 * 86_400_000
const maxLettersNamed = 24

export const fontPrefix = '/fonts/'

/** Where the site serves a font. */
export function fontAddress(version: string): string {
  return `${fontPrefix}${version}.woff2`
}

/** Stores a WOFF2 file, once; fonts that no brand has used for a month are removed. */
export async function storeFont(
  db: Db,
  bytes: Buffer,
  nowMs: number,
): Promise<FontRefused | ({ readonly kind: 'stored' } & StoredFont)> {
  if (bytes.length > maxFontBytes) return { kind: 'too_large' }
  const font = readWoff2(bytes)
  if (font.kind === 'not_woff2') return font
  if (font.kind === 'lacks') {
    const letters = [...font.letters]
    const first = letters.slice(0, maxLettersNamed).join(' ')
    return { kind: 'lacks', letters: letters.length > maxLettersNamed ? `${first} …` : first }
  }
  const version = createHash('sha256').update(bytes).digest('hex').slice(0, 20)
  const storedAt = new Date(nowMs)
  await db
    .insertInto('brand_font')
    .values({ version, bytes, facts: JSON.stringify(font.facts), stored_at: storedAt })
    .onConflict((conflict) => conflict.column('version').doUpdateSet({ stored_at: storedAt }))
    .execute()
  await removeUnused(db, nowMs)
  return { kind: 'stored', version, facts: font.facts }
}

async function removeUnused(db: Db, nowMs: number): Promise<void> {
  await db
    .deleteFrom('brand_font')
    .where('stored_at', '<', new Date(nowMs - unusedMs))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('service_settings')
            .select(sql`1`.as('one'))
            .where(({ or, eb, ref }) =>
              or([
                eb('font', '=', ref('brand_font.version')),
                eb('font_bold', '=', ref('brand_font.version')),
              ]),
            ),
        ),
      ),
    )
    .execute()
}

/** The facts of the fonts of all brands, by version. */
export async function listFonts(db: Db): Promise<ReadonlyMap<string, FontFacts>> {
  const rows = await db
    .selectFrom('brand_font')
    .select(['version', 'facts'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('service_settings')
          .select(sql`1`.as('one'))
          .where(({ or, eb, ref }) =>
            or([eb('font', '=', ref('brand_font.version')), eb('font_bold', '=', ref('brand_font.version'))]),
          ),
      ),
    )
    .execute()
  return new Map(rows.map(({ version, facts }) => [version, facts as FontFacts]))
}

/** The facts of a stored font; undefined when there is none of this version. */
export async function findFont(db: Db, version: string): Promise<FontFacts | undefined> {
  const row = await db
    .selectFrom('brand_font')
    .select('facts')
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.facts as FontFacts | undefined
}

/** The bytes of a stored font. */
export async function readFont(db: Db, version: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('brand_font')
    .select('bytes')
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.bytes
}
