/** Thumbnail sheets of downloaded films, readable by an `<img>`. */
import { savedNameOf } from './saved-address.ts'
import { readSavedFile } from './saved-file.ts'

/** Gives thumbnail sheets of downloaded films an address that an `<img>` can load. */
export class SavedThumbnails {
  #uri = ''
  #shown: Promise<string> = Promise.resolve('')

  /** Other addresses are returned unchanged; '' when it cannot be read. Valid until the next call. */
  addressOf(uri: string): Promise<string> {
    if (savedNameOf(uri) === null) return Promise.resolve(uri)
    if (uri === this.#uri) return this.#shown
    this.release()
    this.#uri = uri
    this.#shown = readSavedFile(uri).then(
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
