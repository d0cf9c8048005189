/** The files beside videos, found by their names. Pure. */

/** A film or an episode with its files; paths relative to the import's root. */
export interface PlannedFile {
  readonly video: string
  readonly nfo: string | undefined
  readonly subtitles: readonly { readonly path: string; readonly suffix: string }[]
  readonly poster: string | undefined
  readonly fanart: string | undefined
  readonly thumb: string | undefined
}

const videoForm =
  /\.(?:mp4|m4v|mkv|avi|divx|mov|ts|m2ts|mts|mpg|mpeg|mpe|m2v|webm|wmv|asf|flv|f4v|vob|3gp|3g2|ogv|ogm|mxf|rm|rmvb|wtv|dv|nut)$/i
const subtitleForm = /\.(?:srt|vtt|ass|ssa)$/i
const pictureForm = /\.(?:jpe?g|png|webp|svg)$/i

/** Whether a file is a video by its name. */
export function isVideo(path: string): boolean {
  return videoForm.test(path)
}

export function isSubtitle(path: string): boolean {
  return subtitleForm.test(path)
}

export function isPicture(path: string): boolean {
  return pictureForm.test(path)
}

/** A path without its form. */
export function stem(path: string): string {
  return path.replace(/\.[^./]+$/, '')
}

/** The folder of a path; '' for the root. */
export function dirOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
}

export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** The files of one folder. */
export class FilesBeside {
  /** The first file of each name, in lower case. */
  readonly #byName = new Map<string, string>()
  /** The first picture of each name without its form. */
  readonly #pictures = new Map<string, string>()
  /** Subtitles by every beginning of their names that ends before a dot. */
  readonly #subtitles = new Map<string, string[]>()
  readonly #anyNfo: string | undefined
  readonly #hasOneFilm: boolean

  constructor(files: readonly string[]) {
    for (const path of files) {
      addFirst(this.#byName, nameOf(path).toLowerCase(), path)
      if (isPicture(path)) addFirst(this.#pictures, nameOf(stem(path)).toLowerCase(), path)
      if (isSubtitle(path)) this.#addSubtitle(path)
    }
    this.#anyNfo = files.find((path) => /\.nfo$/i.test(path) && nameOf(path).toLowerCase() !== 'tvshow.nfo')
    const films = files.filter((path) => isVideo(path) && !/trailer|sample|трейлер/i.test(path))
    this.#hasOneFilm = films.length === 1
  }

  /** The file of this name, given in lower case. */
  named(name: string): string | undefined {
    return this.#byName.get(name)
  }

  /** The picture of the first of these names that there is, given in lower case without a form. */
  picture(names: readonly string[]): string | undefined {
    return names.map((name) => this.#pictures.get(name)).find((path) => path !== undefined)
  }

  /** The files with a video's name; for a film alone in its folder also those with a general name. */
  of(video: string, isFilm: boolean): PlannedFile {
    const own = nameOf(stem(video)).toLowerCase()
    const isAlone = isFilm && this.#hasOneFilm
    const general = (names: readonly string[]) => (isAlone ? names : [])
    const alone = isAlone ? (this.named('movie.nfo') ?? this.#anyNfo) : undefined
    const fanart = [`${own}-fanart`, `${own}-backdrop`, ...general(['fanart', 'backdrop', 'background'])]
    return {
      video,
      nfo: this.named(`${own}.nfo`) ?? alone,
      subtitles: (this.#subtitles.get(own) ?? []).map((path) => ({
        path,
        suffix: nameOf(stem(path)).slice(own.length + 1),
      })),
      poster: this.picture([`${own}-poster`, own, ...general(['poster', 'folder', 'cover', 'movie'])]),
      fanart: this.picture(fanart),
      thumb: this.picture([`${own}-thumb`, own]),
    }
  }

  #addSubtitle(path: string): void {
    const parts = nameOf(stem(path)).toLowerCase().split('.')
    for (let end = 1; end <= parts.length; end += 1) {
      const beginning = parts.slice(0, end).join('.')
      const some = this.#subtitles.get(beginning)
      if (some === undefined) this.#subtitles.set(beginning, [path])
      else some.push(path)
    }
  }
}

function addFirst(paths: Map<string, string>, name: string, path: string): void {
  if (!paths.has(name)) paths.set(name, path)
}
