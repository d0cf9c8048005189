/** The fonts of a service from files of the terminal. */
import { readFile, stat } from 'node:fs/promises'
import { maxFontBytes } from '#contract/console/service.ts'
import { type CommandInput, shown } from '#server/cli/command/command.ts'
import type { Db } from '#server/platform/database/database.ts'
import { storeFont } from '#server/site/site.ts'

type TypedFonts =
  | { readonly kind: 'read'; readonly font: string; readonly fontBold: string }
  | { readonly kind: 'refused'; readonly why: string }

/** Stores the fonts that were typed; what was not typed stays. "-" stands for the built-in one. */
export async function typedFonts(
  db: Db,
  input: CommandInput,
  stored: { readonly font: string; readonly fontBold: string } | undefined,
  nowMs: number,
): Promise<TypedFonts> {
  const versions = { font: stored?.font ?? '', 'font-bold': stored?.fontBold ?? '' }
  for (const option of ['font', 'font-bold'] as const) {
    const path = input.text(option)
    if (path === undefined) continue
    if (path === '-') versions[option] = ''
    else {
      const font = await fontOf(db, path, nowMs)
      if (font.kind === 'refused') return { kind: 'refused', why: `--${option}: ${font.why}` }
      versions[option] = font.version
    }
  }
  return { kind: 'read', font: versions.font, fontBold: versions['font-bold'] }
}

async function fontOf(db: Db, path: string, nowMs: number) {
  const about = await stat(path).catch(() => undefined)
  if (about === undefined || !about.isFile())
    return { kind: 'refused', why: `there is no file ${shown(path)}` } as const
  const tooLarge = {
    kind: 'refused',
    why: `a font has at most ${maxFontBytes / 1024} KB; cut it to Latin and Cyrillic, for example with pyftsubset`,
  } as const
  if (about.size > maxFontBytes) return tooLarge
  const font = await storeFont(db, await readFile(path), nowMs)
  switch (font.kind) {
    case 'too_large':
      return tooLarge
    case 'not_woff2':
      return { kind: 'refused', why: 'this is no WOFF2 font, or the file is damaged' } as const
    case 'lacks':
      return { kind: 'refused', why: `the font lacks letters of Russian or Uzbek: ${font.letters}` } as const
    case 'stored':
      return font
  }
}
