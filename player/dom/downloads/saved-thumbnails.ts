/** The sheet of pictures for seeking of a film that is kept on the device, where an element can show it. */
import { readSaved } from './saved-film-scheme.ts'
import { savedNameOf } from './saved-playlists.ts'

/** Gives thumbnail sheets of saved films an address an `<img>` can show. */
export class SavedThumbnails {
  #uri = ''
  #shown: Promise<string> = Promise.resolve('')

  /** The same address for what is not kept on the device; '' when it cannot be read. Good until another is asked for. */
  addressOf(uri: string): Promise<string> {
    if (savedNameOf(uri) === null) return Promise.resolve(uri)
    if (uri === this.#uri) return this.#shown
    this.release()
    this.#uri = uri
    this.#shown = readSaved(uri).then(
      (data) => (data === null ? '' : URL.createObjectURL(new Blob([data], { type: 'image/jpeg' }))),
      () => '',
    )
    return this.#shown
  }

  release(): void {
    this.#uri = ''
    void this.#shown.then((url) => URL.revokeObjectURL(url))
    this.#shown = Promise.resolve('')
  }
}
