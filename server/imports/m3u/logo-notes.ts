import type { PlaylistEntry } from './parse-playlist.ts'
import { isLogoAddress, storeLogoBeside } from './fetch-logos.ts'
import type { Pictures } from '#server/pictures/pictures.ts'
import type { Db } from '#server/platform/database/database.ts'
import { giveLogos, noteLogosBeside, requestLogos } from '#server/television/television.ts'

/** The logo of an entry; empty for none. */
export function logoOf({ attributes }: PlaylistEntry): string {
  return (attributes.get('tvg-logo') || attributes.get('logo') || '').trim()
}

const maxNamed = 5

/** Reads the logos beside the list at once and stores those to be fetched; reports both. */
export async function logoNotes(
  db: Db,
  logos: ReadonlyMap<number, string>,
  options: {
    readonly nowMs: number
    readonly beside?: { readonly file: string; readonly pictures: Pick<Pictures, 'store'> }
  },
): Promise<string[]> {
  const addresses = new Map([...logos].filter(([, logo]) => isLogoAddress(logo)))
  const files = [...logos].filter(([cid]) => !addresses.has(cid))
  const versions = new Map<number, string>()
  const missed: string[] = []
  const beside = new Map<number, { readonly path: string; readonly reason: string }>()
  for (const [cid, logo] of files) {
    const stored =
      options.beside === undefined || /^[a-z][a-z\d+.-]*:(?!\/\/\/)/i.test(logo)
        ? { why: 'it is neither an http(s) address nor a file beside the list' }
        : await storeLogoBeside(options.beside.file, logo, options.beside.pictures)
    if ('version' in stored) versions.set(cid, stored.version)
    else {
      missed.push(`${logo.slice(0, 80)} (${stored.why})`)
      if (logo !== '') beside.set(cid, { path: logo, reason: stored.why })
    }
  }
  await noteLogosBeside(db, beside)
  await giveLogos(db, versions)
  const wished = await requestLogos(db, addresses, options.nowMs)
  return [
    ...(versions.size > 0 ? [`${versions.size} logos were read beside the list.`] : []),
    ...(missed.length > 0
      ? [
          `${missed.length} logos could not be read; initials stand for them: ${missed.slice(0, maxNamed).join(', ')}`,
        ]
      : []),
    ...(wished > 0
      ? [`${wished} logos are fetched from their addresses by a running Ekran; "status" says how far it is.`]
      : []),
  ]
}
