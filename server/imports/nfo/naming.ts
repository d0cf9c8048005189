/** What the staff has said about the names of a folder or of one file; it replaces the guesses from names. Pure. */

/** How the names of a folder are read, and of the folders below it. A field that is absent is guessed. */
export interface FolderNaming {
  /** All videos are episodes of one series, or all are films. */
  readonly kind?: 'series' | 'films'
  /** The title of the series; its folder is then the one of this rule. Without a kind, all videos are its episodes. */
  readonly series?: string
  readonly season?: number
  /** The episode's number: the first or the last number of the name, or the order of the files. */
  readonly episode?: 'first' | 'last' | 'order'
  /** Numbers like 2x1 are no episodes. */
  readonly no_crosses?: boolean
  /** Numbers like 2019 are no years. */
  readonly no_years?: boolean
  /** Languages, ISO 639-1, by the part of a subtitle's name between the film's name and the extension, in lower case. */
  readonly subtitles?: Readonly<Record<string, string>>
  /** The watched folder leaves it: somebody looks through it and applies it. */
  readonly by_hand?: boolean
}

/** What one file is. `left`: it is not imported. A text or number that is absent is guessed. */
export interface FileNaming {
  readonly kind: 'film' | 'episode' | 'left'
  /** Of the film, or of the episode. */
  readonly title?: string
  readonly year?: number
  readonly series?: string
  readonly season?: number
  readonly episode?: number
}

/** A stored rule; `path` is absolute, of a folder or of a file. */
export interface NamingRow {
  readonly path: string
  readonly is_folder: boolean
  readonly rule: FolderNaming | FileNaming
}

/** The rule of a folder, with those of the folders above it. */
export interface FolderRule extends FolderNaming {
  /** The folder whose rule names the series, relative to the root; '' for the root and above it. */
  readonly seriesDir: string
}

/** The rules of everything below a root, by paths relative to it. */
export interface Naming {
  folder(dir: string): FolderRule
  file(path: string): FileNaming | undefined
}

/** Every name is guessed. */
export const noNaming: Naming = { folder: () => ({ seriesDir: '' }), file: () => undefined }

/** The rules as they hold below `root`, an absolute path. A nearer folder's rule replaces single fields of a farther one. */
export function namingBelow(root: string, rows: readonly NamingRow[]): Naming {
  if (rows.length === 0) return noNaming
  const folders = new Map<string, FolderNaming>()
  const files = new Map<string, FileNaming>()
  for (const { path, is_folder: isFolder, rule } of rows) {
    if (isFolder) folders.set(path, rule as FolderNaming)
    else files.set(path, rule as FileNaming)
  }
  const rules = new Map<string, FolderRule>()
  const folder = (dir: string): FolderRule => {
    const cached = rules.get(dir)
    if (cached !== undefined) return cached
    const rule = ruleAt(root, dir, folders)
    rules.set(dir, rule)
    return rule
  }
  return { folder, file: (path) => files.get(`${root}/${path}`) }
}

function ruleAt(root: string, dir: string, folders: ReadonlyMap<string, FolderNaming>): FolderRule {
  let merged: FolderRule = { seriesDir: '' }
  const parts = (dir === '' ? root : `${root}/${dir}`).split('/')
  for (let end = 1; end <= parts.length; end += 1) {
    const at = parts.slice(0, end).join('/')
    const own = folders.get(at === '' ? '/' : at)
    if (own === undefined) continue
    const namesSeries = own.series !== undefined || own.kind === 'series'
    const seriesDir = namesSeries ? at.slice(root.length + 1) : merged.seriesDir
    const kind = own.kind ?? (own.series === undefined ? merged.kind : 'series')
    merged = { ...merged, ...own, ...(kind && { kind }), seriesDir, ...languagesOf(merged, own) }
  }
  return merged
}

function languagesOf(far: FolderNaming, near: FolderNaming): Pick<FolderNaming, 'subtitles'> {
  return far.subtitles === undefined && near.subtitles === undefined
    ? {}
    : { subtitles: { ...far.subtitles, ...near.subtitles } }
}
